import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import type { Mechanism } from './mechanism.ts';
import { mechanisms } from './mechanisms.ts';

const root = resolve(import.meta.dirname, '../..');
/** Once this many servers have a changed outcome, no more are tested. */
const enough = 3;

/** The part of Vitest's JSON report that names the failed tests. */
interface JsonReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const rows: string[] = [];

/** `npm run prove -- necessity mechanisms`: replaces each mechanism, one at a time. Add `-t WORDS` to select some. */
describe('each mechanism changes the outcome of a run against some server, or has a reason to stay', () => {
  it.each(mechanisms.map((one) => [one.title, one] as const))('%s', async (title, one) => {
    const changed = await serversThatChange(one);
    const outcome = changed.length > 0 ? changed.join(', ') : (one.reason ?? 'NONE');
    rows.push(`| ${title} | \`${one.file}\` \`${one.name}\` | ${outcome} |`);
    process.stderr.write(`${title}: ${outcome}\n`);
    if (one.reason === undefined) expect(changed, 'servers that change').not.toEqual([]);
    else expect(changed, 'servers that change, despite the stated reason').toEqual([]);
  });

  afterAll(async () => {
    const head =
      '| Mechanism | Function | Servers that change without it (at most three) |\n| --- | --- | --- |\n';
    await writeFile(join(root, 'reports', 'mechanisms.md'), `${head}${rows.join('\n')}\n`);
  });
});

/** Returns the names of the first servers whose outcome is not the expected one while the stand-in is in place. */
async function serversThatChange(one: Mechanism): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mechanism-'));
  try {
    const file = join(folder, 'report.json');
    await run(one, file);
    const report = JSON.parse(await readFile(file, 'utf8')) as JsonReport;
    const broken = report.testResults.find(
      ({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
    );
    if (report.numTotalTests === 0 || broken !== undefined)
      throw new Error(broken?.message ?? 'No test ran.');
    // A test that only took too long on a busy machine shows nothing.
    const failed = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(
        ({ status, failureMessages }) => status === 'failed' && !/timed out/.test(failureMessages.join()),
      );
    return failed.map(({ title }) => title).slice(0, enough);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(one: Mechanism, outputFile: string): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(root, 'tests/prove.config.ts');
  const args = [
    'run',
    '--config',
    config,
    '--bail',
    `${enough}`,
    '--reporter',
    'json',
    '--outputFile',
    outputFile,
  ];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    env: { ...process.env, PETSTORE_MECHANISM: one.title },
    stdio: 'ignore',
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', () => done());
  });
}
