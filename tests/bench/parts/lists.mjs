import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReferenceServer } from '../../../build/reference-server/index.js';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { listsOf, shapes } from '../long-lists.mjs';
import { measureInTurn, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'lists';
const title = 'Long lists';

const megabyte = 1024 * 1024;
/** Just below the default of `--max-body`. */
const length = 1.98 * megabyte;
const times = 3;
const maxSeconds = 1;
const maxMemoryMb = 300;

/** High enough that no run here gets a 429. */
const limit = { minute: 1_000_000, day: 1_000_000 };
const short = { name: 'short lists', write: () => '[]' };
const bin = fileURLToPath(new URL('../../../dist/src/bin.js', import.meta.url));
const usage = new URL('../processes/usage.mjs', import.meta.url).href;

/** Runs the command against servers with long lists. Measures the CPU seconds per list, minus those of a run with short lists. */
async function measure() {
  const all = [short, ...shapes];
  const peaks = new Map();
  const candidates = all.map((shape) => [
    shape.name,
    async () => {
      const run = await runWith(shape);
      peaks.set(shape.name, Math.max(peaks.get(shape.name) ?? 0, run.peakKb / 1_000));
      return run;
    },
  ]);
  const measured = await measureInTurn(Object.fromEntries(candidates), { times, warmUp: false });
  const rest = spreadOf(measured[short.name].map(({ processorSeconds }) => processorSeconds)).median;
  return shapes.map((shape) => ({
    what: shape.name,
    perList: spreadOf(
      measured[shape.name].map(({ processorSeconds, lists }) => (processorSeconds - rest) / lists),
    ),
    peakMb: peaks.get(shape.name),
  }));
}

/** Runs the command once, and counts the lists that it received. */
async function runWith(shape) {
  let lists = 0;
  const server = await startReferenceServer({
    keys: [{ key: trialKey, plan: 'enterprise' }],
    plans: { enterprise: limit },
    change: listsOf(shape, length, () => lists++),
  });
  const folder = mkdtempSync(join(tmpdir(), 'bench-lists-'));
  try {
    const args = ['run', '--base-url', server.url, '--no-exhaust', '--reports', folder];
    return { ...(await usageOf(args, folder)), lists };
  } finally {
    rmSync(folder, { recursive: true });
    await server.close();
  }
}

async function usageOf(args, cwd) {
  const child = spawn(process.execPath, ['--import', usage, bin, ...args], {
    cwd,
    env: { ...process.env, PETSTORE_API_KEY: trialKey },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stdio[3].on('data', (text) => {
    written += text;
  });
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  // A list that exceeds --max-body is not read, so the run has no verdict.
  if (![0, 1, 3].includes(status)) throw new Error(`The run exited with status ${status}.`);
  return JSON.parse(written);
}

function goals(measured) {
  const slowest = measured.toSorted((a, b) => b.perList.median - a.perList.median)[0];
  const largest = measured.toSorted((a, b) => b.peakMb - a.peakMb)[0];
  return [
    {
      what: `CPU seconds for a list of 2 MB, whatever it contains (most: ${slowest.what})`,
      goal: `below ${hundredths(maxSeconds)}`,
      reached: hundredths(slowest.perList.median),
      met: slowest.perList.median < maxSeconds,
      why: 'the kit reads every value and every digit, and V8 collects garbage often, so that it uses little memory.',
    },
    {
      what: `peak memory in MB of a run with such lists (most: ${largest.what})`,
      goal: `below ${maxMemoryMb}`,
      reached: whole(largest.peakMb),
      met: largest.peakMb < maxMemoryMb,
      why: 'the kit keeps the newest lists, and one of them parsed.',
    },
  ];
}

function text(measured) {
  const rows = measured.map(({ what, perList, peakMb }) => [
    what,
    ...spreadCells(perList, hundredths),
    whole(peakMb),
  ]);
  return `The command with \`--no-exhaust\` against servers whose lists have almost 2 MB, ${times} times each. CPU seconds of the command for each list, from
receiving it to writing the reports, without those of a run with short lists, and the highest peak memory in MB. Lower is better:

${table(['Lists of', ...spreadHead, 'MB'], rows)}`;
}

export const listsPart = { name, title, measure, goals, text };
