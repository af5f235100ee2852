import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './environment.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** A folder of somebody who has installed the package from its tarball. */
export interface Project {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export interface Wanted {
  /** Packages that are installed with the kit, as npm takes them: `vitest@^5`. */
  readonly installed?: readonly string[];
  /** Packages that are lent by the kit's own folder, which saves the time to unpack them once more. */
  readonly lent?: readonly string[];
}

/** What npm says where it reaches no registry. */
const unreachable = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH/;

/**
 * Packs the kit as it was built, installs the tarball into an empty project, and puts a user's files there. Where no registry
 * can be reached it resolves with the reason. Rejects with what npm says where it fails otherwise.
 */
export async function createProject({
  installed = [],
  lent = [],
}: Wanted): Promise<Project | { readonly missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-package-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    // The build is there; packing must not make it anew while other tests run it.
    await npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
    const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    await npm(
      folder,
      'install',
      '--prefer-offline',

      '--no-audit',
      '--no-fund',
      `./${tarball}`,
      ...installed,
    );
    for (const name of lent) await lend(name, folder);
    await cp(join(import.meta.dirname, 'user'), folder, { recursive: true });
    await rename(join(folder, 'pet-store.ts'), join(folder, 'pet-store.test.ts'));
    return { folder, remove };
  } catch (error) {
    await remove();
    if (process.env['PETSTORE_NODES'] === undefined && unreachable.test(String(error)))
      return { missing: 'npm reaches no registry here' };
    throw error;
  }
}

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  await execute('npm', args, { cwd, env: environment(), timeout: 200_000 });
}

async function lend(name: string, folder: string): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(root, 'node_modules', name), place);
}
