import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StartStack } from '../stack.ts';

/** A stack in another language: ready to start, or skipped. */
export type Prepared =
  | { readonly kind: 'ready'; readonly start: StartStack; readonly versions: readonly string[] }
  | { readonly kind: 'skipped'; readonly why: string };

const run = promisify(execFile);

/** Thrown if a stack cannot be built on this machine; the message says why. */
export class SkippedStack extends Error {}

/** Runs a build step. Throws `SkippedStack` if the program is missing, fails, or takes more than ten minutes. */
export async function step(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd, timeout: 600_000, maxBuffer: 16_000_000 });
    return stdout.trim();
  } catch (error) {
    throw new SkippedStack(reasonOf(error, [program, ...args].join(' ')));
  }
}

/** Runs a build that returns why it was skipped instead of throwing. */
export async function prepared(build: () => Promise<Prepared>): Promise<Prepared> {
  try {
    return await build();
  } catch (error) {
    if (error instanceof SkippedStack) return { kind: 'skipped', why: error.message };
    throw error;
  }
}

function reasonOf(error: unknown, command: string): string {
  const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
  if (code === 'ENOENT') return `${command.split(' ')[0]} is not installed`;
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return `\`${command}\` failed: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'no output'}`;
}
