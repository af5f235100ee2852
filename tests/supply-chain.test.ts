import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly repository?: unknown;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(packages).filter(([folder]) => folder !== '');
/** The packages that are installed with the kit, each with its folder. */
const installed = locked.filter(([, { dev }]) => dev !== true);

/** npm warns about each of these scripts, but about `prepare` only in a package that is not from a registry. */
const runByInstalling = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];

describe('the packages that are installed with the kit', () => {
  it('include every dependency, and are fewer than 60', () => {
    const folders = installed.map(([folder]) => folder);
    for (const name of Object.keys(manifest.dependencies ?? {}))
      expect(folders).toContain(`node_modules/${name}`);
    expect(folders.length).toBeLessThan(60);
  });

  it('run no install script', () => {
    const running = installed.filter(([folder, { hasInstallScript }]) => {
      const { scripts = {} } = read(join(folder, 'package.json')) as Manifest;
      const compiles = existsSync(join(root, folder, 'binding.gyp'));
      const runs = runByInstalling.slice(0, 3).some((script) => script in scripts);
      return hasInstallScript === true || compiles || runs;
    });
    expect(running.map(([folder]) => folder)).toEqual([]);
  });
});

it('every package, including development packages, is locked to one version and a digest', () => {
  const open = locked.filter(
    ([, { version, integrity = '' }]) => version === undefined || !integrity.startsWith('sha512-'),
  );
  expect(open.map(([folder]) => folder)).toEqual([]);
});

it('the kit has no install script, is built in a clone and before packing, and requests provenance only if it has a repository', () => {
  expect(runByInstalling.filter((script) => script in (manifest.scripts ?? {}))).toEqual([]);
  // npm runs `dependencies`, unlike `prepare`, only in the folder in which it installs.
  expect(manifest.scripts).toMatchObject({ dependencies: 'npm run build', prepack: 'npm run build' });
  const provenance = manifest.repository === undefined ? {} : { provenance: true };
  expect(manifest.publishConfig).toEqual({ access: 'public', ...provenance });
});
