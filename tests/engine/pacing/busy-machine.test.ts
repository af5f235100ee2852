// @module-tag busy
import { spawn } from 'node:child_process';
import { execPath } from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { runAgainst } from '../../support/run-against.ts';
import { extendedTier } from '../../support/tiers.ts';

const busy: ReturnType<typeof spawn>[] = [];
beforeAll(() => {
  for (let one = 0; one < 2; one++) busy.push(spawn(execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }));
});
afterAll(() => {
  for (const one of busy) one.kill('SIGKILL');
});

it.each([
  ['sheds-load-503', 'http.sheds-load'],
  ['list-cached-by-worker', 'list.complete'],
  ['list-broken-by-two-at-once', 'list.ok'],
  ['locked-by-writer', 'http.sheds-load'],
])(
  'two busy processes do not hide a defect that only concurrent requests show: %s',
  extendedTier,
  async (id, requirement) => {
    const change = [...defects, ...variants].find((one) => one.id === id)?.change ?? expect.fail(id);
    for (let seed = 1; seed <= 2; seed++) {
      const { report } = await runAgainst({ change }, { seed, exhaust: false });
      const verdict = report.requirements.find((one) => one.id === requirement)?.verdict;
      expect(['fail', 'warn', 'not tested']).toContain(verdict);
    }
  },
);
