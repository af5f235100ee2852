// Checks the built package: no unused files or dependencies, every entry resolves and has types, and the public interface
// matches tests/api/interface/. The checks run in parallel; each prints its own output if it fails.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');

/** Runs a program in the kit's folder. On Windows, npm's programs are shell scripts. */
function execute(program, ...args) {
  return promisify(execFile)(program, args, { cwd: root, shell: process.platform === 'win32' });
}

/** Runs a program and resolves with its output and whether it failed. */
async function outcomeOf([program, ...args]) {
  try {
    await execute(program, ...args);
    return { program, failed: false, output: '' };
  } catch ({ message, stdout = '', stderr = '' }) {
    return { program, failed: true, output: `${stdout}${stderr}` || message };
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'petstore-package-'));
try {
  // Packed only once: otherwise, two of the checks would pack the kit again, and one of them would build it first.
  await execute('npm', 'pack', '--ignore-scripts', '--pack-destination', scratch);
  const tarball = join(scratch, readdirSync(scratch)[0]);
  const checks = [
    ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'],
    ['node', 'scripts/api-report.mjs'],
    ['knip', '--no-progress'],
    ['publint', tarball, '--strict'],
  ];
  const next = async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
      const { program, failed, output } = await outcomeOf(check);
      if (!failed) continue;
      console.error(`${program} ${check[1]}:\n${output}`);
      process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
