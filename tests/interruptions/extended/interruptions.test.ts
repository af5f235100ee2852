// @module-tag extended
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Interruption, interruptions } from '../cases.ts';
import { createFixtures, type Fixtures } from '../fixtures.ts';
import { tryInterruption } from '../try-interruption.ts';

/** Some interruptions of each command. `npm run prove -- interruptions` runs all of them, one at a time. */
const some = interruptions.slice(0, 24);

/** A command must end within a second, but concurrent tests slow it down here. */
const longestMs = 5_000;
const atATime = 4;

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures();
});
afterAll(() => fixtures.close());

it('an interrupted command ends soon, with the right status, and each file is complete or absent', async () => {
  const problems: string[] = [];
  const waiting = some.values();
  const work = async (): Promise<void> => {
    for (const one of waiting) problems.push(...(await problemsOf(one)));
  };
  await Promise.all(Array.from({ length: atATime }, work));
  expect(problems).toEqual([]);
});

async function problemsOf(one: Interruption): Promise<string[]> {
  try {
    const { tookMs } = await tryInterruption(one, fixtures);
    return tookMs < longestMs ? [] : [`${one.name}: took ${Math.round(tookMs)} ms`];
  } catch (error) {
    return [`${one.name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
