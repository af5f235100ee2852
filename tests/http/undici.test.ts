import * as undici from 'undici';
import { expect, it } from 'vitest';
import { Agent, buildConnector, Client, loadUndici, Pool } from '../../src/http/undici.ts';

it('undici.ts loads the same classes as the undici entry point', () => {
  const { Agent: agent, buildConnector: connector, Client: client, Pool: pool } = undici;
  expect({ Agent, buildConnector, Client, Pool }).toEqual({
    Agent: agent,
    buildConnector: connector,
    Client: client,
    Pool: pool,
  });
});

it('undici.ts loads the undici entry point if the files have moved', () => {
  const loaded: string[] = [];
  const parts = loadUndici((file) => {
    loaded.push(file);
    if (file !== 'undici') throw new Error(`Cannot find module '${file}'`);
    return undici;
  });
  expect(parts.Agent).toBe(undici.Agent);
  expect(loaded).toEqual(['undici/lib/dispatcher/agent.js', 'undici']);
});
