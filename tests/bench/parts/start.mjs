import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'start';
const title = 'Startup';

/** Many repetitions, because these measurements are short and noisy. */
const times = 21;
const maxToYargs = 1.15;
/** The nightly script compares the reports of sixty nights. */
const nights = 60;
const maxToTwoNights = 2.5;

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
const ofTwoNights = '`compare` of 2 reports';
const ofAllNights = `\`compare\` of ${nights} reports`;

/** Measures how many milliseconds each program runs, and how many pass before `run` sends its first request. */
async function measure() {
  const server = await startTarget();
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
  try {
    const reports = await writeReports(folder);
    const comparing = {
      [ofTwoNights]: [bin, 'compare', ...reports.slice(0, 2)],
      [ofAllNights]: [bin, 'compare', ...reports],
    };
    const candidates = Object.fromEntries(
      Object.entries({ ...commands, ...comparing }).map(([what, words]) => [what, () => timeToEnd(words)]),
    );
    candidates[untilFirstRequest] = () => server.timeToRequest([bin, 'run', '--base-url', server.url]);
    const measured = await measureInTurn(candidates, { times });
    return Object.entries(measured).map(([what, values]) => ({
      what,
      milliseconds: spreadOf(values),
      toEmpty: ratioOf(values, measured['an empty program']),
      toYargs: ratioOf(values, measured['yargs alone']),
      toTwoNights: ratioOf(values, measured[ofTwoNights]),
    }));
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the report of a run into a folder, once for each night, and returns the paths. */
async function writeReports(folder) {
  await timeToEnd([
    bin,
    ...['run', '--reference-server', '--no-exhaust', '--reporter', 'json', '--reports', folder],
  ]);
  return Array.from({ length: nights }, (_, night) => {
    const path = join(folder, `${night}.json`);
    copyFileSync(join(folder, 'report.json'), path);
    return path;
  });
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

/** Starts a server that never responds. A program that sends a request to it counts as started, and is killed. */
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
  const nightly = measured.find(({ what }) => what === ofAllNights).toTwoNights.median;
  return [
    {
      what: 'time of `list`, compared with Node.js and yargs',
      goal: `at most ${hundredths(maxToYargs)}`,
      reached: hundredths(median),
      met: median <= maxToYargs,
      why:
        'beyond yargs, it loads half a dozen files of its own, including the requirement catalog, ' +
        'and describes nine commands to yargs, while the other program has one.',
    },
    {
      what: `time of ${ofAllNights}, compared with 2`,
      goal: `at most ${hundredths(maxToTwoNights)}`,
      reached: hundredths(nightly),
      met: nightly <= maxToTwoNights,
      why: 'each report has seventy kilobytes, which are parsed and validated.',
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
