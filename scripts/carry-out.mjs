import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { env, exit, platform } from 'node:process';

/**
 * Runs a command in the kit's folder, with `variables` in addition to those of this process, and ends this process with its
 * status if it fails. On Windows, npm's programs are shell scripts.
 */
export function carryOut(command, args, variables = {}) {
  const { status } = spawnSync(command, args, {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: platform === 'win32',
    env: { ...env, ...variables },
  });
  if (status !== 0) exit(status ?? 1);
}
