import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './fixtures/outcomes.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');

/** A completed run of Vitest. */
export interface VitestRun {
  readonly status: number | null;
  /** The output of Vitest without color. */
  readonly output: string;
  readonly tests: readonly Outcome[];
  /** What a fixture wrote to `$OUTCOMES.ended`. */
  readonly ended?: string;
}

/**
 * Runs the fixtures whose names contain `filter` in a separate process. Rejects with the output if Vitest hangs or fails
 * without results.
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
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const output = chunks.join('');
    const json = await readFile(outcomes, 'utf8').catch(() => undefined);
    if (json === undefined) throw new Error(`Vitest ended with ${status} and without results:\n${output}`);
    const tests: Outcome[] = JSON.parse(json);
    const ended = await readFile(`${outcomes}.ended`, 'utf8').catch(() => undefined);
    return { status, output, tests, ...(ended === undefined ? {} : { ended }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
