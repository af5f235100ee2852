// @module-tag extended
import { expect, it } from 'vitest';
import { startReferenceServer } from '../../../reference-server/index.ts';
import { listsOf, shapes } from '../../bench/long-lists.mjs';
import { inChild, longestMs } from '../../hostile/in-child.ts';
import { complaintsAbout, runCommandOn } from '../../hostile/trial.ts';
import { testKey } from '../../support/run-against.ts';

const kilobyte = 1024;
const only = 'list.*,create.created,create.id-unique,invalid.name-type,invalid.nothing-stored';

/**
 * Runs the command against a server whose lists have this shape and length. `npm run bench -- lists` measures how long such
 * a run takes.
 */
async function runOn(name: string, length: number) {
  const shape = shapes.find((one) => one.name === name);
  if (shape === undefined) throw new Error(`there is no shape ${name}`);
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'enterprise' }],
    plans: { enterprise: { minute: 10_000, day: 100_000 } },
    change: listsOf(shape, length),
  });
  try {
    const ended = await runCommandOn(server.url, ['--only', only], inChild);
    expect(complaintsAbout(ended)).toEqual([]);
    return ended;
  } finally {
    await server.close();
  }
}

it('if a list repeats a refused name many times, the report lists only a few of these categories', {
  timeout: longestMs,
}, async () => {
  const { report } = await runOn('a refused name, in each category', 1_500 * kilobyte);
  const { verdict } = report.requirements.find(({ id }) => id === 'invalid.nothing-stored') ?? {};
  expect(verdict).toBe('fail');
  const names = report.leftovers.map(({ name }) => name);
  for (const name of new Set(names)) expect(names.filter((one) => one === name).length).toBeLessThan(11);
});
