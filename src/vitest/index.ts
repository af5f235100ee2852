export { conformance } from './conformance.ts';
export type { ConformanceOptions } from './one-run.ts';
export type { CallbackApp, FetchApp, PetStore, PetStoreSource, ReadyApp } from './server.ts';
