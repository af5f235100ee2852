import { createRequire } from 'node:module';
import type * as Undici from 'undici';

type Load = (file: string) => unknown;

/** The classes that every run needs. */
export type UndiciClasses = Pick<typeof Undici, 'Agent' | 'buildConnector' | 'Client' | 'Pool'>;

const files: Readonly<Record<keyof UndiciClasses, string>> = {
  Agent: 'undici/lib/dispatcher/agent.js',
  buildConnector: 'undici/lib/core/connect.js',
  Client: 'undici/lib/dispatcher/client.js',
  Pool: 'undici/lib/dispatcher/pool.js',
};

/**
 * Loads only the classes that every run needs, because loading all of undici (fetch, WebSocket, caches, mocks) takes three
 * times as long and delays the first request. If a different version of undici keeps the classes elsewhere, loads all of
 * undici.
 */
export function loadUndici(load: Load): UndiciClasses {
  try {
    return Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, load(file)]),
    ) as UndiciClasses;
  } catch {
    return load('undici') as UndiciClasses;
  }
}

const load: Load = createRequire(import.meta.url);

export const { Agent, buildConnector, Client, Pool } = loadUndici(load);

/** Loads all of undici, for connections through proxies. */
export function wholeUndici(): typeof Undici {
  return load('undici') as typeof Undici;
}
