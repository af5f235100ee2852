import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './fixtures/outcomes.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');

/** A run of Vitest that has ended. */
export interface VitestRun {
  readonly status: number | null;
  /** What it wrote, without colours: standard output, then standard error. */
  readonly output: string;
  readonly tests: readonly Outcome[];
  /** What a fixture wrote to `$OUTCOMES.ended`, for what Vitest does not show. */
  readonly ended?: string;
}

/**
 * Runs the fixtures whose names hold `filter` in a process of its own; `args` go to Vitest. A process that hangs is
 * ended, and then, or where Vitest itself fails, this rejects with what was written.
 */
export async function runVitest(filter: string, ...args: string[]): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-vitest-'));
  try {
    const outcomes = join(folder, 'outcomes.json');
    const child = spawn(process.execPath, [vitest, 'run', filter, ...args], {
      cwd: fixtures,
      env: { PATH: process.env['PATH'], NO_COLOR: '1', OUTCOMES: outcomes },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 200_000,
      killSignal: 'SIGKILL',
    });
    const texts: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => texts.push(text));
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const output = texts.join('');
    const told = await readFile(outcomes, 'utf8').catch(() => undefined);
    if (told === undefined)
      throw new Error(`Vitest ended with ${status} before it told anything:\n${output}`);
    const tests: Outcome[] = JSON.parse(told);
    const ended = await readFile(`${outcomes}.ended`, 'utf8').catch(() => undefined);
    return { status, output, tests, ...(ended === undefined ? {} : { ended }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
