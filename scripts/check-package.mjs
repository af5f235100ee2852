// Holds the package, as it was built, against what packages are to be: nothing in it that nobody needs, no entry that cannot be
// found or has no types, and the public interface of docs/api/. All of them side by side, each with its own words where it fails.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');

/** Runs a program of this or another package in the folder of the kit; on Windows they are scripts of the shell. */
function execute(program, ...args) {
  return promisify(execFile)(program, args, { cwd: root, shell: process.platform === 'win32' });
}

/** What a program said, and whether it was content. */
async function outcomeOf([program, ...args]) {
  try {
    await execute(program, ...args);
    return { program, failed: false, said: '' };
  } catch ({ message, stdout = '', stderr = '' }) {
    return { program, failed: true, said: `${stdout}${stderr}` || message };
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'petstore-package-'));
try {
  // Left to themselves, two of them would pack it again, and one would build it first.
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
      const { program, failed, said } = await outcomeOf(check);
      if (!failed) continue;
      console.error(`${program} ${check[1]}:\n${said}`);
      process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
