import { readdirSync } from 'node:fs';
import { collect, type MutationTest } from './vitest.ts';

/** The folders whose unit tests judge mutants. */
const folders = [
  ...['readings', 'suites', 'exchange', 'payloads', 'spec', 'checks', 'json', 'engine', 'engine/pacing'],
];

/** Test files that are left out, by the reason. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'They call the built program, write files, or need more of vitest.': [
    ...['checks/command', 'checks/ends', 'checks/isolation', 'checks/planted', 'exchange/schema-validators'],
    ...['payloads/table', 'engine/ends'],
  ],
  'They try thousands of bodies, or take seconds for each test.': [
    ...[
      'payloads/harmless',
      'payloads/poison',
      'json/fuzz',
      'engine/cost',
      'engine/short-key',
      'suites/memory',
    ],
  ],
};

/** The unit tests of the judging code, by file: mutants that they kill need no run against the gallery. */
export const unitFiles: readonly string[] = folders.flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `${folder}/${name.replace('.test.js', '')}`)
    .filter((name) => !Object.values(leftOut).flat().includes(name)),
);

/** Loads one of these files. Tests with megabytes are left out, because instrumented code is slow. */
export async function unitsOf(file: string): Promise<readonly MutationTest[]> {
  const tests = await collect(file, () => import(new URL(`../${file}.test.js`, import.meta.url).href));
  return tests.filter(({ id }) => !id.includes('megabytes'));
}
