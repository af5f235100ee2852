import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './environment.ts';

const execute = promisify(execFile);

/** A Node.js that is on this machine. */
export interface InstalledNode {
  /** As `process.version` has it. */
  readonly version: string;
  /** The program itself. */
  readonly program: string;
}

export const runningNode: InstalledNode = { version: process.version, program: process.execPath };

/** The releases that are supported, by their first numbers; the last is the one that is current. */
export const supportedNodes = [20, 22, 24, 26] as const;

/** Majors that `PETSTORE_NODES` demands: where one of them cannot be had, tests fail rather than being left out. */
const demanded = process.env['PETSTORE_NODES']?.split(',').map(Number);

/** Besides the running one, tests use another: the newest release with long support, or the one before. */
const another = process.version.startsWith('v24.') ? 22 : 24;

export const otherNodes = demanded ?? [another];

/**
 * A release of Node.js by its first number, or why it cannot be had here. It comes from the registry, as a package that runs
 * nothing while it is installed, and is kept by npm.
 */
export async function findNode(major: number): Promise<InstalledNode | { readonly missing: string }> {
  if (process.version.startsWith(`v${major}.`)) return runningNode;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}@${major}`;
  const npx = ['--yes', '--prefer-offline', `--package=${name}`, '--'];
  const tell = ['node', '-p', "process.version + ' ' + process.execPath"];
  try {
    const { stdout } = await execute('npx', [...npx, ...tell], { env: environment(), timeout: 200_000 });
    const [version = '', ...path] = stdout.trim().split(' ');
    if (!version.startsWith(`v${major}.`)) throw new Error(`it is ${version}`);
    return { version, program: path.join(' ') };
  } catch (error) {
    if (demanded !== undefined) throw error;
    return { missing: `Node ${major} cannot be had here: the registry does not give ${name}` };
  }
}

/** The folder to put first on the path, so that `node` is this one. */
export function folderOf({ program }: InstalledNode): string {
  return dirname(program);
}
