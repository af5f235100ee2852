import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { argv, chdir, cwd, env, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run prove -- mutation` changes the code that judges and sends, in one place at a time, and checks twice whether a test
 * fails: first with servers of the gallery, in memory, and then, for the mutants that no server detects, with the unit tests.
 * It writes reports/mutation.md, which lists the mutants that survive. Strings stay as they are, because most contain wording
 * that no server depends on.
 *
 * - `npm run prove -- mutation src/readings/usage.ts suites` tests all mutants in these files and folders.
 * - `--lines 70` tests the mutants in this many lines, which the seed chooses from all lines. The default is 70, with about
 *   60 mutants.
 * - `--seed 7` chooses other lines.
 */

chdir(resolve(import.meta.dirname, '../..'));

/** The code that is mutated: everything that judges, or that decides what is sent and when. */
const subjects = [
  ...['src/readings', 'suites', 'src/exchange', 'src/payloads'],
  ...['src/spec', 'src/checks', 'src/engine', 'src/json'],
];

const { places, lines, seed } = readOptions();
const files = subjects
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.ts'));
const asked =
  places.length > 0 ? files.filter((file) => places.some((place) => isIn(file, place))) : chosenLines();
if (asked.length === 0)
  end(`No mutated file is in ${places.join(', ')}. Name files or folders of ${subjects.join(', ')}.`);

const byServers = await mutate('servers', asked);
const survivors = byServers.filter(isAlive);
const rest = survivors.length === 0 ? [] : await mutate('units', [...new Set(survivors.map(linesOf))]);
const killedByUnits = new Set(rest.filter((mutant) => !isAlive(mutant)).map(keyOf));
const alive = survivors.filter((mutant) => !killedByUnits.has(keyOf(mutant)));

const all = byServers.filter(
  ({ status }) => !['CompileError', 'RuntimeError', 'Ignored'].includes(status),
).length;
const unnoticed = alive.length;
const timedOut = byServers.filter(({ status }) => status === 'Timeout').length;
const summary = [
  `${all} mutants: ${shareOf(all - survivors.length)} are killed by servers, ${shareOf(survivors.length - unnoticed)} by unit`,
  `tests alone, and ${shareOf(unnoticed)} survive. With servers, ${timedOut} were killed only because a test took too long.`,
].join(' ');
mkdirSync('reports', { recursive: true });
writeFileSync(
  'reports/mutation.md',
  ['# Mutants', '', summary, '', ...alive.map(line).sort(), ''].join('\n'),
);
console.log(`${summary}\nreports/mutation.md lists those that survive.`);

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(2),
      allowPositionals: true,
      options: { lines: { type: 'string', default: '70' }, seed: { type: 'string', default: '1' } },
    });
    return { places: positionals, lines: Number(values.lines), seed: Number(values.seed) };
  } catch (error) {
    return end(error.message);
  }
}

function end(message) {
  console.error(message);
  exit(2);
}

function isIn(file, place) {
  const path = relative(cwd(), resolve(place));
  return file === path || file.startsWith(`${path}/`);
}

/** Returns lines of all files, chosen by the seed. Stryker mutates only code that is within one of these lines. */
function chosenLines() {
  const every = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, at) =>
        /^\s*($|\/?\*|\/\/|import )/.test(text) ? [] : [`${file}:${at + 1}-${at + 1}`],
      ),
  );
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: lines }, () => every[Math.floor(random() * every.length)] ?? '');
}

/** Runs Stryker with the tests of one configuration. */
function mutate(tests, mutated) {
  env['PETSTORE_MUTANTS'] = tests;
  return new Stryker({
    mutate: mutated,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/prove.config.ts', related: false },
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    // Stryker reads this file through an interface that TypeScript 7 does not have. It ignores a missing file.
    tsconfigFile: 'no-tsconfig-for-stryker.json',
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // The mutated copy is in reports/, which no other tool reads.
    tempDirName: 'reports/mutation',
    cleanTempDir: 'always',
    ignorePatterns: [
      'build',
      'dist',
      'reports',
      'tests/bench',
      'tests/mutation/node_modules',
      'docs/pictures',
    ],
    concurrency: 2,
    dryRunTimeoutMinutes: 30,
    // This timeout ends only loops that do not read the clock. The first run has the processors to itself, but two
    // mutants share them.
    timeoutFactor: 4,
    timeoutMS: 60_000,
    allowConsoleColors: false,
    warnings: { slow: false },
    reporters: ['progress-append-only'],
  }).runMutationTest();
}

function isAlive({ status }) {
  return status === 'Survived' || status === 'NoCoverage';
}

function keyOf({ fileName, location, replacement }) {
  return `${relative(cwd(), fileName)} ${JSON.stringify(location)} ${replacement}`;
}

/** Returns whole lines, because Stryker finds fewer mutants in ranges of columns than it reports there. */
function linesOf({ fileName, location: { start, end: last } }) {
  return `${relative(cwd(), fileName)}:${start.line}-${last.line}`;
}

function line({ fileName, location, replacement }) {
  return `- ${relative(cwd(), fileName)}:${location.start.line}: \`${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}\``;
}

function shareOf(count) {
  return `${count} (${((100 * count) / Math.max(1, all)).toFixed(1)} %)`;
}
