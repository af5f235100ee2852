import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { table, tenths } from '../table.mjs';

const name = 'tests';
const title = 'Building and testing the kit itself';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mostSeconds = 120;

/** Seconds of `npm run build` and of `npm test`, once each. */
function measure() {
  return { cores: availableParallelism(), build: secondsOf('run', 'build'), test: secondsOf('test') };
}

function secondsOf(...words) {
  const start = performance.now();
  const { status, stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`npm ${words.join(' ')} ended with ${status}: ${stdout.slice(-2_000)}`);
  return (performance.now() - start) / 1_000;
}

function goals({ test, cores }) {
  return [
    {
      what: `seconds of \`npm test\` on ${cores} cores`,
      goal: `under ${mostSeconds}`,
      reached: tenths(test),
      met: test < mostSeconds,
      why: 'every defect and every variant of the gallery is a server that the tests run the kit against.',
    },
  ];
}

function text({ build, test, cores }) {
  return `Seconds of the clock on ${cores} cores, once, with \`npm run bench -- ${name}\`:

${table(
  ['What', 'seconds'],
  [
    ['`npm run build`', tenths(build)],
    ['`npm test`: style, build, types, all tests, the package', tenths(test)],
  ],
)}`;
}

export const testsPart = { name, title, measure, goals, text };
