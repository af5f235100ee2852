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
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(packages).filter(([folder]) => folder !== '');
/** What comes along when somebody installs the kit, in its folders below node_modules. */
const atRunTime = locked.filter(([, { dev }]) => dev !== true);

const runByInstalling = ['preinstall', 'install', 'postinstall'];

describe('the packages that the kit is installed with', () => {
  it('are all that it depends on, and few', () => {
    const folders = atRunTime.map(([folder]) => folder);
    for (const name of Object.keys(manifest.dependencies ?? {}))
      expect(folders).toContain(`node_modules/${name}`);
    expect(folders.length).toBeLessThan(60);
  });

  it('run nothing while they are installed', () => {
    const running = atRunTime.filter(([folder, { hasInstallScript }]) => {
      const { scripts = {} } = read(join(folder, 'package.json')) as Manifest;
      const compiles = existsSync(join(root, folder, 'binding.gyp'));
      return hasInstallScript === true || compiles || runByInstalling.some((script) => script in scripts);
    });
    expect(running.map(([folder]) => folder)).toEqual([]);
  });
});

it('every package is locked to one version and to its digest, those of the development too', () => {
  const open = locked.filter(
    ([, { version, integrity = '' }]) => version === undefined || !integrity.startsWith('sha512-'),
  );
  expect(open.map(([folder]) => folder)).toEqual([]);
});

it('the kit runs nothing while it is installed, and is published with its provenance', () => {
  expect(runByInstalling.filter((script) => script in (manifest.scripts ?? {}))).toEqual([]);
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
});
