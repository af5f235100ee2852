import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { table, tenths } from '../table.mjs';

const name = 'tests';
const title = 'Building and testing the kit itself';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const maxSeconds = { test: 80, rest: 600 };

/** Measures how long `npm run build` and the two tiers of tests take. Each of them runs once. */
function measure() {
  return {
    cores: availableParallelism(),
    build: secondsOf('run', 'build'),
    test: secondsOf('test'),
    rest: secondsOf('run', 'test:all'),
  };
}

function secondsOf(...words) {
  const start = performance.now();
  const { status, stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`npm ${words.join(' ')} ended with ${status}: ${stdout.slice(-2_000)}`);
  return (performance.now() - start) / 1_000;
}

function goals({ test, rest, cores }) {
  return [
    {
      what: `seconds of \`npm test\` on ${cores} cores`,
      goal: `under ${maxSeconds.test}`,
      reached: tenths(test),
      met: test < maxSeconds.test,
      why: 'it runs the kit against a defect of each requirement and every legal limiter.',
    },
    {
      what: `seconds of \`npm run test:all\` on ${cores} cores`,
      goal: `under ${maxSeconds.rest}`,
      reached: tenths(rest),
      met: rest < maxSeconds.rest,
      why: 'it runs the kit against every other server of the gallery.',
    },
  ];
}

function text({ build, test, rest, cores }) {
  return `Seconds on ${cores} cores, once, with \`npm run bench -- ${name}\`:

${table(
  ['What', 'seconds'],
  [
    ['`npm run build`', tenths(build)],
    ['`npm test`: style, build, types, quick tests', tenths(test)],
    ['`npm run test:all`: the package, all other tests', tenths(rest)],
  ],
)}`;
}

export const testsPart = { name, title, measure, goals, text };
