import { type ExecFileOptions, execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './environment.ts';
import { folderOf, type InstalledNode, runningNode } from './nodes.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** A user's folder in which the package was installed from its tarball. */
export interface Project {
  readonly folder: string;
  /** The path of the packed kit. */
  readonly tarball: string;
  /** npm's warnings during the installation. */
  readonly warnings: readonly string[];
  readonly remove: () => Promise<void>;
}

export interface Wanted {
  /** Packages to install with the kit, in npm's notation: `vitest@^5`. */
  readonly installed?: readonly string[];
  /** Packages to link from the kit's own folder, which is faster than installing them. */
  readonly linked?: readonly string[];
  /** The Node.js that runs npm; by default the one that runs the tests. */
  readonly node?: InstalledNode;
}

/** npm's errors if it cannot reach a registry. */
const unreachable = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH/;

/**
 * Packs the built kit, installs the tarball into an empty project, and adds a user's files. Resolves with the reason if no
 * registry can be reached. Rejects with npm's message if npm fails for another reason.
 */
export async function createProject({
  installed = [],
  linked = [],
  node = runningNode,
}: Wanted = {}): Promise<Project | { readonly missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-package-'));
  const env = environment(folderOf(node));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const tarball = basename(await packInto(folder, env));
    const how = ['--prefer-offline', '--no-audit', '--no-fund'];
    const said = await npm(
      { cwd: folder, env },
      'install',
      '--save-dev',
      ...how,
      `./${tarball}`,
      ...installed,
    );
    const warnings = said.split('\n').filter((line) => /warn (?!Unknown (?:user|env) config)/.test(line));
    for (const name of linked) await link(name, folder);
    await cp(join(import.meta.dirname, 'user'), folder, { recursive: true });
    await rename(join(folder, 'pet-store.ts'), join(folder, 'pet-store.test.ts'));
    return { folder, tarball: join(folder, tarball), warnings, remove };
  } catch (error) {
    await remove();
    if (process.env['PETSTORE_NODES'] === undefined && unreachable.test(String(error)))
      return { missing: 'npm cannot reach a registry' };
    throw error;
  }
}

/** Packs the built kit and resolves with the path of the tarball. */
export async function packInto(folder: string, env = environment()): Promise<string> {
  // Other tests are running the current build, so packing must not rebuild it.
  await npm({ cwd: root, env }, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  return join(folder, tarball);
}

/** Runs npm and resolves with what it writes to stderr. */
async function npm(where: Pick<ExecFileOptions, 'cwd' | 'env'>, ...args: string[]): Promise<string> {
  return (await execute('npm', args, { ...where, timeout: 200_000 })).stderr;
}

async function link(name: string, folder: string): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(root, 'node_modules', name), place);
}
