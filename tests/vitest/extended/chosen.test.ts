import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runVitest, type VitestRun } from '../run-vitest.ts';

interface Asked {
  readonly name: string;
  readonly only?: string;
  readonly requests: number;
}

/** What the runs of the fixture were asked for: those that began. */
function askedIn({ output }: VitestRun): Asked[] {
  return [...output.matchAll(/^ASKED (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
}

function idsRun({ tests }: VitestRun): string[] {
  return tests.filter(({ state }) => state === 'passed').map(({ name }) => name.split(':')[0] ?? '');
}

it('asks for the tests alone that -t leaves, begins no other run, and is never green for one that came to nothing', async () => {
  const pattern = 'first Authentication auth.key-|unreachable .*list.(ok|category)';
  const run = await runVitest('chosen.fixture.ts', '-t', pattern);
  const ids = ['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.key-accepted'];
  expect(run.status, run.output).toBe(1);
  expect(askedIn(run)).toEqual([
    { name: 'first', only: [...ids, 'auth.key-issuing'].join(), requests: expect.any(Number) },
  ]);
  // Each request without the key goes behind one with it.
  expect(askedIn(run)[0]?.requests).toBeLessThan(40);
  expect(idsRun(run)).toEqual(ids);
  // The test of that run is left out, so that each requirement tells that it came to nothing.
  expect(
    run.tests.filter(({ state }) => state === 'failed').map(({ errors }) => errors.map(({ name }) => name)),
  ).toEqual([['RunFault'], ['RunFault']]);
}, 240_000);

it('asks for all of it, or for what its own `only` says, where a line names the call', async () => {
  const lines = readFileSync(new URL('../fixtures/chosen.fixture.ts', import.meta.url), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes("tell('second')")) + 1;
  const run = await runVitest(`chosen.fixture.ts:${line}`, '--includeTaskLocation');
  expect(run.status, run.output).toBe(0);
  expect(askedIn(run)).toEqual([{ name: 'second', only: 'auth.*,list.ok', requests: expect.any(Number) }]);
  expect(idsRun(run)).toContain('list.ok');
}, 240_000);

it('ends its run, and what it served, once Vitest gives up', async () => {
  const run = await runVitest('bail-', '--bail=1', '--maxWorkers=2');
  expect(run.status, run.output).toBe(1);
  expect(run.ended, run.output).toBe('listening: false');
  expect(run.tests.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual([
    'fails when the other file is under way',
  ]);
}, 240_000);
