import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { trialKey } from '../../build/gallery/trial.js';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'start';
const title = 'From the command line to the first word';

/** These take no time, and what they take is noisy. */
const times = 21;
const mostBesideYargs = 1.15;

const fileIn = (path) => fileURLToPath(new URL(path, import.meta.url));
const bin = fileIn('../../dist/src/bin.js');
const commands = {
  'an empty program': [fileIn('../processes/empty.mjs')],
  'yargs alone': [fileIn('../processes/yargs.mjs'), 'list'],
  '`--version`': [bin, '--version'],
  '`list`': [bin, 'list'],
  '`explain auth.key-missing`': [bin, 'explain', 'auth.key-missing'],
};
const untilFirstRequest = '`run`, to its first request';

/** Milliseconds from the start of each program to its end, and of `run` to the first request that it sends. */
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
      besideEmpty: ratioOf(values, measured['an empty program']),
      besideYargs: ratioOf(values, measured['yargs alone']),
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

/** A server that answers nothing: a program that sends to it has started, and is ended. */
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
  const { median } = measured.find(({ what }) => what === '`list`').besideYargs;
  return [
    {
      what: 'time of `list` beside Node and yargs',
      goal: `at most ${hundredths(mostBesideYargs)}`,
      reached: hundredths(median),
      met: median <= mostBesideYargs,
      why:
        'what it takes beyond yargs is loading half a dozen files of its own, the ledger among them, ' +
        'and telling yargs of twelve commands where the program that it is held against has one.',
    },
  ];
}

function text(measured) {
  const rows = measured.map(({ what, milliseconds, besideEmpty, besideYargs }) => [
    what,
    ...spreadCells(milliseconds, whole),
    hundredths(besideEmpty.median),
    hundredths(besideYargs.median),
  ]);
  return `Milliseconds of the clock from the start of a process to its end, ${times} times each in turn. Beside which: the median of the
ratios to the empty program, and to one that has yargs read \`list\` and nothing else.

${table(['What', ...spreadHead, 'beside empty', 'beside yargs'], rows)}`;
}

export const startPart = { name, title, measure, goals, text };
