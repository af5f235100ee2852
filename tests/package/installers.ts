import { mkdtemp, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { areRequired, evaluatedWith, runningNode } from './nodes.ts';
import { type } from './walk.ts';

/** A version of a package manager, with the arguments of its commands. */
interface Installer {
  readonly title: string;
  /** The name of its package in the registry. */
  readonly name: string;
  readonly version: string;
  /** The file of the package that Node.js runs. */
  readonly cli: string;
  /** The arguments that install development dependencies. */
  readonly add: readonly string[];
  /** The arguments that run a command, for a package manager that creates no node_modules. */
  readonly exec?: readonly string[];
  /** Files of a project, besides package.json. */
  readonly files?: Readonly<Record<string, string>>;
}

const npm = {
  name: 'npm',
  cli: 'bin/npm-cli.js',
  add: ['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund'],
};

/**
 * The npm versions of Node.js 20, 22 and 24, and other package managers that people use. Yarn 4 uses Plug'n'Play, which
 * is set up so strictly here that a package finds only what it declares.
 */
export const installers: readonly Installer[] = [
  { title: 'npm 10.8', version: '~10.8.0', ...npm },
  { title: 'npm 10.9', version: '~10.9.0', ...npm },
  { title: 'npm 11', version: '11', ...npm },
  {
    title: 'pnpm 10',
    name: 'pnpm',
    version: '10',
    cli: 'bin/pnpm.cjs',
    add: ['add', '--save-dev', '--prefer-offline'],
  },
  {
    title: 'Yarn 1',
    name: 'yarn',
    version: '1',
    cli: 'bin/yarn.js',
    add: ['add', '--dev', '--prefer-offline', '--non-interactive'],
  },
  {
    title: 'Yarn 4',
    name: '@yarnpkg/cli-dist',
    version: '4',
    cli: 'bin/yarn.js',
    add: ['add', '--dev'],
    exec: ['exec'],
    files: {
      'yarn.lock': '',
      '.yarnrc.yml': 'nodeLinker: pnp\npnpFallbackMode: none\nenableTelemetry: false\n',
    },
  },
];

/** Finds the folder of the installer's package, or says why it is unavailable. */
export async function findInstaller({ title, name, version }: Installer) {
  try {
    const [bin = ''] = (await evaluatedWith([`${name}@${version}`], 'process.env.PATH')).split(delimiter);
    return { place: join(dirname(bin), name) };
  } catch (error) {
    if (areRequired) throw error;
    return { missing: `${title} is not available: cannot install it from the registry` };
  }
}

/** A user's project. */
interface Made {
  /** The folder of the installer's package. */
  readonly place: string;
  /** The folder in which to create the project's folder. */
  readonly within: string;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Creates a project. Its functions install packages or run a command, and resolve with the status and the output. */
export async function createProjectOf(
  { cli, add, exec, files }: Installer,
  { place, within, devDependencies, files: more }: Made,
) {
  const folder = await mkdtemp(join(within, 'project-'));
  const manifest = JSON.stringify({ private: true, type: 'module', devDependencies });
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...files, ...more }))
    await writeFile(join(folder, name), text);
  const here = { project: { folder }, node: runningNode };
  const installer = ['node', join(place, cli)] as const;
  return {
    install: (...packages: string[]) => type(here, ...installer, ...add, ...packages),
    run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const there = { ...here, env };
      if (exec !== undefined) return type(there, ...installer, ...exec, program, ...args);
      return type(there, program === 'node' ? program : join('node_modules', '.bin', program), ...args);
    },
  };
}
