// @module-tag extended
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runVitest, type VitestRun } from '../run-vitest.ts';

interface Selected {
  readonly name: string;
  readonly only?: string;
  readonly requests: number;
}

/** Returns the selections of the fixture runs that started. */
function selectedIn({ output }: VitestRun): Selected[] {
  return [...output.matchAll(/^SELECTED (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
}

function idsRun({ tests }: VitestRun): string[] {
  return tests.filter(({ state }) => state === 'passed').map(({ name }) => name.split(':')[0] ?? '');
}

it('uses one run for all tests that -t selects, and fails if the run has no result', async () => {
  const pattern = 'first Authentication auth.key-|unreachable .*list.(ok|category)';
  const run = await runVitest('chosen.fixture.ts', '-t', pattern);
  const ids = ['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.key-accepted'];
  expect(run.status, run.output).toBe(1);
  expect(selectedIn(run)).toEqual([{ name: 'first', only: ids.join(), requests: expect.any(Number) }]);
  // Each request without the key follows a request with the key.
  expect(selectedIn(run)[0]?.requests).toBeLessThan(60);
  expect(idsRun(run)).toEqual(ids);
  // The test of the other run is not selected, so each requirement reports the failure of the run.
  expect(
    run.tests.filter(({ state }) => state === 'failed').map(({ errors }) => errors.map(({ name }) => name)),
  ).toEqual([['RunFault'], ['RunFault']]);
}, 240_000);

it('runs what `only` selects if a line number selects the call', async () => {
  const lines = readFileSync(new URL('../fixtures/chosen.fixture.ts', import.meta.url), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes("log('second')")) + 1;
  const run = await runVitest(`chosen.fixture.ts:${line}`, '--includeTaskLocation');
  expect(run.status, run.output).toBe(0);
  expect(selectedIn(run)).toEqual([{ name: 'second', only: 'auth.*,list.ok', requests: expect.any(Number) }]);
  expect(idsRun(run)).toContain('list.ok');
}, 240_000);

it('ends its run and its server when Vitest bails out', async () => {
  const run = await runVitest('bail-', '--bail=1', '--maxWorkers=2');
  expect(run.status, run.output).toBe(1);
  expect(run.ended, run.output).toBe('listening: false');
  expect(run.tests.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual([
    'fails while the other file is running',
  ]);
}, 240_000);
