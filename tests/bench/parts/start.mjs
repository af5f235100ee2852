import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'start';
const title = 'Startup';

/** These are short and noisy. */
const times = 21;
const maxToYargs = 1.15;

const fileIn = (path) => fileURLToPath(new URL(path, import.meta.url));
const bin = fileIn('../../../dist/src/bin.js');
const commands = {
  'an empty program': [fileIn('../processes/empty.mjs')],
  'yargs alone': [fileIn('../processes/yargs.mjs'), 'list'],
  '`--version`': [bin, '--version'],
  '`list`': [bin, 'list'],
  '`explain auth.key-missing`': [bin, 'explain', 'auth.key-missing'],
};
const untilFirstRequest = '`run`, to its first request';

/** Measures the milliseconds from start to end of each program, and of `run` to its first request. */
async function measure() {
  const server = await startTarget();
  try {
    const candidates = Object.fromEntries(
      Object.entries(commands).map(([what, words]) => [what, () => timeToEnd(words)]),
    );
    candidates[untilFirstRequest] = () => server.timeToRequest([bin, 'run', '--base-url', server.url]);
    const measured = await measureInTurn(candidates, { times });
    return Object.entries(measured).map(([what, values]) => ({
      what,
      milliseconds: spreadOf(values),
      toEmpty: ratioOf(values, measured['an empty program']),
      toYargs: ratioOf(values, measured['yargs alone']),
    }));
  } finally {
    server.stop();
  }
}

function timeToEnd(words) {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(performance.now() - start);
      else reject(new Error(`node ${words.join(' ')} ended with ${status}.`));
    });
  });
}

/** A server that never responds. A program that sends a request to it has started, and is killed. */
async function startTarget() {
  let requested = () => {};
  const server = createServer(() => requested());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    timeToRequest(words) {
      const start = performance.now();
      const env = { ...process.env, PETSTORE_API_KEY: trialKey };
      const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
      let took;
      requested = () => {
        took ??= performance.now() - start;
        child.kill('SIGKILL');
      };
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', () => {
          if (took === undefined)
            reject(new Error(`node ${words.join(' ')} ended before its first request.`));
          else resolve(took);
        });
      });
    },
    stop: () => server.close(),
  };
}

function goals(measured) {
  const { median } = measured.find(({ what }) => what === '`list`').toYargs;
  return [
    {
      what: 'time of `list`, compared with Node.js and yargs',
      goal: `at most ${hundredths(maxToYargs)}`,
      reached: hundredths(median),
      met: median <= maxToYargs,
      why:
        'beyond yargs, it loads half a dozen files of its own, including the requirement catalog, ' +
        'and describes twelve commands to yargs, while the other program has one.',
    },
  ];
}

function text(measured) {
  const rows = measured.map(({ what, milliseconds, toEmpty, toYargs }) => [
    what,
    ...spreadCells(milliseconds, whole),
    hundredths(toEmpty.median),
    hundredths(toYargs.median),
  ]);
  return `Milliseconds from the start of a process to its end, ${times} times each in turn. The last columns compare with an empty program, and
with one in which yargs only parses \`list\` (median of the ratios, lower is better).

${table(['What', ...spreadHead, 'compared with empty', 'compared with yargs'], rows)}`;
}

export const startPart = { name, title, measure, goals, text };
