import { afterAll, beforeAll, expect, it } from 'vitest';
import { interruptions } from './cases.ts';
import { type Interrupted, tryInterruption } from './try-interruption.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const results: Interrupted[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  const hit = results.filter((one) => one.hit);
  const counts = new Map<string, number>();
  for (const { status, signal } of hit) {
    const end = String(status ?? signal);
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const times = hit.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  console.info(
    `${hit.length} of ${results.length} commands were in progress; ended with ${[...counts].map(([end, count]) => `${end}: ${count}`).join(', ')}; ` +
      `median ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`,
  );
});

it.each(interruptions)('$name', async (interruption) => {
  const result = await tryInterruption(interruption, world);
  results.push(result);
  expect(result.tookMs).toBeLessThan(1_000);
});
