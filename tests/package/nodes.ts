import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './environment.ts';

const execute = promisify(execFile);

/** A Node.js on this machine. */
export interface InstalledNode {
  /** The version, as in `process.version`. */
  readonly version: string;
  /** The path of the program. */
  readonly program: string;
}

export const runningNode: InstalledNode = { version: process.version, program: process.execPath };

/** The supported major versions; the last one is current. */
export const supportedNodes = [20, 22, 24, 26] as const;

/**
 * The major versions in `PETSTORE_NODES`. If this variable is set, tests fail instead of being skipped when a tool is
 * unavailable.
 */
const required = process.env['PETSTORE_NODES']?.split(',').map(Number);
export const areRequired = required !== undefined;

/** Tests also use a second release: the newest LTS release, or the one before it. */
const another = process.version.startsWith('v24.') ? 22 : 24;

export const otherNodes = required ?? [another];

/**
 * Finds a Node.js by its major version, or says why it is unavailable. Node.js comes from the registry as a package without
 * install scripts, which npm caches.
 */
export async function findNode(major: number): Promise<InstalledNode | { readonly missing: string }> {
  if (process.version.startsWith(`v${major}.`)) return runningNode;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}@${major}`;
  try {
    const printed = await evaluatedWith([name], "process.version + ' ' + process.execPath");
    const [version = '', ...path] = printed.split(' ');
    if (!version.startsWith(`v${major}.`)) throw new Error(`found ${version} instead`);
    return { version, program: path.join(' ') };
  } catch (error) {
    if (areRequired) throw error;
    return { missing: `Node ${major} is not available: cannot install ${name} from the registry` };
  }
}

/** Lets npx install packages into npm's cache, and evaluates an expression with their commands first on the path. */
export async function evaluatedWith(packages: readonly string[], expression: string): Promise<string> {
  const npx = ['--yes', '--prefer-offline', ...packages.map((one) => `--package=${one}`), '--'];
  const { stdout } = await execute('npx', [...npx, 'node', '-p', expression], {
    env: environment(),
    timeout: 200_000,
  });
  return stdout.trim();
}

/** Returns the folder to put first on the path, so that `node` is this version. */
export function folderOf({ program }: InstalledNode): string {
  return dirname(program);
}
