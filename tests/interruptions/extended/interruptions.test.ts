import { afterAll, beforeAll, expect, it } from 'vitest';
import { commit } from '../../support/commit.ts';
import { divideByCommit } from '../../support/tiers.ts';
import { type Interruption, interruptions } from '../cases.ts';
import { tryInterruption } from '../try-interruption.ts';
import { openWorld, type World } from '../world.ts';

/** `npm run interruptions` takes all of them, one at a time. */
const share = divideByCommit(interruptions, 5, commit).quick;
console.info(`Interruptions: ${share.length} of ${interruptions.length} (commit ${commit || 'unknown'})`);

/** A command has to end within a second. Other tests run at the same time, and keep it waiting. */
const longestMs = 5_000;
const atATime = 4;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a command that is interrupted ends soon, with the right status and whole files or none', async () => {
  const problems: string[] = [];
  const waiting = share.values();
  const work = async (): Promise<void> => {
    for (const one of waiting) problems.push(...(await problemsOf(one)));
  };
  await Promise.all(Array.from({ length: atATime }, work));
  expect(problems).toEqual([]);
});

async function problemsOf(one: Interruption): Promise<string[]> {
  try {
    const { tookMs } = await tryInterruption(one, world);
    return tookMs < longestMs ? [] : [`${one.name}: took ${Math.round(tookMs)} ms`];
  } catch (error) {
    return [`${one.name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
