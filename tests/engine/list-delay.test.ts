import { expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';

/** New categories appear in the list five seconds after their creation. */
const listedLate: Change = ({ store }, { now }) => {
  const shownAt = new Map<bigint, number>();
  return {
    store: {
      list: () => store.list().filter(({ id }) => now() >= (shownAt.get(id) ?? 0)),
      add: (category, id) => {
        const stored = store.add(category, id);
        shownAt.set(stored.id, now() + 5_000);
        return stored;
      },
    },
  };
};

it.each([
  [2, ['list.complete']],
  [4.9, ['list.complete']],
  [5.1, []],
])('with --list-delay %s, a list that is five seconds late violates %j', async (listDelaySeconds, ids) => {
  const { report } = await runInMemory({ change: listedLate }, { listDelaySeconds, exhaust: false });
  expect(idsWith(report, 'fail')).toEqual(ids);
});
