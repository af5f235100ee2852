// @module-tag extended
import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { kit } from '../../../src/version.ts';
import { page } from '../../docs/markdown.ts';
import { expectStatuses, lastNight, linesOf, openWorkspace, readmeStatuses } from '../../docs/workspace.ts';
import { environment } from '../environment.ts';
import { createProject } from '../project.ts';

const project = await createProject();
const execute = promisify(execFile);

if ('missing' in project) it.skip(`the documented commands, with the packed kit: ${project.missing}`);
else {
  const { folder, tarball, remove } = project;
  afterAll(remove);
  const type = (line: string, cwd: string) =>
    execute('bash', ['-c', line], {
      cwd,
      env: { ...environment(), npm_config_offline: 'true' },
      timeout: 60_000,
    });

  it('the commands of README.md work with the packed kit, and exit with the documented status', {
    timeout: 180_000,
  }, async () => {
    const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
    const workspace = await openWorkspace(change, folder);
    onTestFinished(workspace.clear);
    await lastNight(workspace);
    const lines = linesOf(page('README.md')).filter((line) => !line.startsWith('npm '));
    expect(lines.some((line) => line.startsWith('npx '))).toBe(true);
    await expectStatuses(workspace, lines, readmeStatuses);
  });

  it('the commands of docs/guides/install.md install the kit, and pipelines find it without a registry', {
    timeout: 180_000,
  }, async () => {
    const [pack, install] = page('docs/guides/install.md').match(/(?<=^```sh\n)[^`]*/gm) ?? [];
    expect(pack).toBe('npm ci\nnpm pack\n');
    // npm ci and npm pack would take minutes, so they are not run. `createProject` has packed the same files.
    const clone = join(folder, 'petstore-conformance');
    const user = join(folder, 'mine');
    for (const made of [clone, user]) await mkdir(made);
    expect(basename(tarball)).toBe(`petstore-conformance-${kit.version}.tgz`);
    await copyFile(tarball, join(clone, basename(tarball)));
    await type('npm init --yes', user);
    // npm has the dependencies in its cache, because `createProject` has installed them.
    const { stdout } = await type(install ?? '', user);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(kit.version);
    const inPipelines = `npx --yes petstore-conformance@${kit.version} --version`;
    expect((await type(inPipelines, user)).stdout).toBe(`${kit.version}\n`);
    await copyFile(tarball, join(user, basename(tarball)));
    const withoutInstalling = `npx --yes ./${basename(tarball)} --version`;
    expect(page('docs/guides/install.md')).toContain(withoutInstalling.replace('--version', 'run'));
    expect((await type(withoutInstalling, user)).stdout).toBe(`${kit.version}\n`);
  });
}
