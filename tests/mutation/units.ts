import { readdirSync } from 'node:fs';
import { collect, type MutationTest } from './vitest.ts';

/** The folders whose unit tests judge mutants. */
const folders = [
  ...['readings', 'suites', 'exchange', 'payloads', 'spec', 'checks', 'json', 'engine', 'engine/pacing'],
];

/** Test files that are left out, by the reason. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'They call the built program, write files, or need more of vitest.': [
    ...['checks/command', 'checks/ends', 'checks/isolation', 'checks/planted'],
    'engine/ends',
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

/** Test files with whole runs, or with more than a tenth of a second for each test. */
const wholeRuns: readonly string[] = [
  ...['checks/idle', 'checks/run', 'payloads/exactness'],
  ...['engine/bodies', 'engine/crash', 'engine/evidence', 'engine/interrupted', 'engine/list-delay'],
  ...[
    'engine/missed',
    'engine/observations',
    'engine/paired-sending',
    'engine/replay',
    'engine/wrong-statuses',
  ],
  ...['engine/pacing/broken-inside', 'engine/pacing/faults', 'engine/pacing/held-at-once'],
  ...['engine/pacing/requests', 'engine/pacing/side-by-side', 'engine/pacing/slow-connections'],
];

/** The test files of the judging code. */
const files: readonly string[] = folders.flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `${folder}/${name.replace('.test.js', '')}`)
    .filter((name) => !Object.values(leftOut).flat().includes(name)),
);

/** Unit tests: mutants that they kill need no whole run. */
export const quickFiles: readonly string[] = files.filter((file) => !wholeRuns.includes(file));

/** Tests that run only for mutants that are close to them. */
export const slowFiles: readonly string[] = files.filter((file) => wholeRuns.includes(file));

/** Loads one of these files. Tests with megabytes are left out, because instrumented code is slow. */
export async function unitsOf(file: string): Promise<readonly MutationTest[]> {
  const tests = await collect(file, () => import(new URL(`../${file}.test.js`, import.meta.url).href));
  return tests.filter(({ id }) => !id.includes('megabytes'));
}
