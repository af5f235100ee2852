import { afterAll, beforeAll, expect, it } from 'vitest';
import { interruptions } from './cases.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type Interrupted, tryInterruption } from './try-interruption.ts';

let fixtures: Fixtures;
const results: Interrupted[] = [];
beforeAll(async () => {
  fixtures = await createFixtures();
});
afterAll(async () => {
  await fixtures.close();
  const wasRunning = results.filter((one) => one.wasRunning);
  const counts = new Map<string, number>();
  for (const { status, signal } of wasRunning) {
    const end = String(status ?? signal);
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const times = wasRunning.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  console.info(
    `${wasRunning.length} of ${results.length} commands were in progress; ended with ${[...counts].map(([end, count]) => `${end}: ${count}`).join(', ')}; ` +
      `median ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`,
  );
});

it.each(interruptions)('$name', async (interruption) => {
  const result = await tryInterruption(interruption, fixtures);
  results.push(result);
  expect(result.tookMs).toBeLessThan(1_000);
});
