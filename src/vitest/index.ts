export { conformance } from './conformance.ts';
export type { FetchApp } from './fetch-listener.ts';
export type { ConformanceOptions } from './options.ts';
export type { CallbackApp, PetStore, PetStoreSource, ReadyApp } from './server.ts';
