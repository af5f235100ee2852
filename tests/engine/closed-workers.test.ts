import { expect, it } from 'vitest';
import type { Category } from '../../reference-server/categories.ts';
import { editStoreOfRequest } from '../../reference-server/changes/edits.ts';
import { type Change, startReferenceServer } from '../../reference-server/index.ts';
import { run } from '../../src/engine/run.ts';
import { idsWith, settingsFor, testKey } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';

/** Assigns each connection to one of two workers in turn. A creation clears only the cached list of its own worker. */
const twoWorkers: Change = (parts, tools) => {
  const caches = new Map<number, readonly Category[]>();
  const workers = new Map<object, number>();
  return editStoreOfRequest(({ incoming: { connection }, parts: { store } }) => {
    const worker = workers.get(connection) ?? workers.size % 2;
    workers.set(connection, worker);
    return {
      list: () => {
        const list = caches.get(worker) ?? [...store.list()];
        caches.set(worker, list);
        return list;
      },
      add: (...given) => {
        caches.delete(worker);
        return store.add(...given);
      },
    };
  })(parts, tools);
};

// This test runs in real time, because the server closes idle connections. The kit waits for new categories longer than the
// server keeps such connections open.
it(
  'a run detects that each worker caches the list, even if the server closes idle connections',
  extendedTier,
  async () => {
    const keys = [{ key: testKey, plan: 'pro' }] as const;
    const server = await startReferenceServer({ keys, change: twoWorkers, keepAliveMs: 4_000 });
    try {
      const report = await run(settingsFor(server.url, { exhaust: false, listDelaySeconds: 5 }));
      expect(idsWith(report, 'fail')).toEqual(['list.complete']);
    } finally {
      await server.close();
    }
  },
);
