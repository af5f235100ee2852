import { expect, it } from 'vitest';
import { checkCommand } from '../../src/report/commands.ts';
import { render } from '../../src/report/json.ts';
import { readReport } from '../../src/report/read-report.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Words that a report contains in fields with few possible values, and parts of the target's address. */
const values = [
  'standard',
  'required',
  'not tested',
  'bearer-lowercase',
  'list.complete',
  'does not conform',
  'http://in-memory.test',
  'http://in-memory.test/v1',
  'in-memory.test',
  '20110716',
  'petstore-conformance',
];

it('the report and its commands stay intact if values of --header are also words of the kit', async () => {
  const key = 'a-key-of-the-test-4711';
  const sent = values.map((value, at) => [`X-Tier-${at}`, value] as const);
  const { report } = await runInMemory(
    {
      keys: [{ key, plan: 'business' }],
      change: (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          const echoes = visit.incoming.headers.filter(([name]) => name.startsWith('X-Tier-'));
          // An invalid value, so that findings quote it.
          const [, first = ''] = echoes[0] ?? [];
          return { ...finished, headers: [...finished.headers, ...echoes, ['X-RateLimit-Reset', first]] };
        },
      }),
    },
    { key, keepExchanges: true, exhaust: false, headers: sent },
  );
  const read = readReport(render(report));
  expect(read.target).toBe('http://in-memory.test/v1');
  expect(read.configuration.profile).toBe('standard');
  expect(read.findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(read.findings)).toContain('[header]');
  for (const { requirement, curl = '' } of read.findings) {
    expect(checkCommand([requirement], read)).toContain('--base-url http://in-memory.test/v1 ');
    expect(curl).toMatch(/ 'http:\/\/in-memory\.test\/v1\/[^']*'$/);
  }
  const lines = (read.exchanges?.recorded ?? []).flatMap(({ response }) => response?.headers ?? []);
  const echoes = lines.filter(([name]) => name.startsWith('X-Tier-')).map(([, one]) => one);
  // Words of the specification are never redacted.
  expect(new Set(echoes)).toEqual(new Set(['[header]']));
});
