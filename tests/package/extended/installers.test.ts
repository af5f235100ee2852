// @module-tag extended
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { kit } from '../../../src/version.ts';
import { createProjectOf, findInstaller, installers } from '../installers.ts';
import { runningNode } from '../nodes.ts';
import { packInto } from '../project.ts';
import { type Ended, type } from '../walk.ts';

const key = 'test-Key_0123456789-xyz';
const adapter = `import { conformance } from 'petstore-conformance/vitest';
conformance('http://127.0.0.1:1/v1', { key: '${key}' });
`;
const files = {
  'library.js': `import { run } from 'petstore-conformance';
import { suite } from 'petstore-conformance/check';
console.log(typeof run, typeof suite);
`,
  'adapter.test.js': adapter,
  'advised.test.js': `// @vitest-environment node\n${adapter}`,
};

/** npm 11 may print a warning about the user's configuration before the version. */
const version = expect.stringMatching(new RegExp(`^${kit.version.replaceAll('.', '\\.')}$`, 'm'));

/**
 * The installers with a layout other than one flat folder. Only these also install Vitest 3, which takes seconds. With npm,
 * the test with happy-dom shows how the adapter finds Vitest.
 */
const layouts = ['pnpm 10', 'Yarn 4'];

let within = '';
let tarball = '';
let server: ReferenceServer;
beforeAll(async () => {
  within = await mkdtemp(join(tmpdir(), 'petstore-installers-'));
  tarball = await packInto(within);
  server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
});
afterAll(async () => {
  await server.close();
  await rm(within, { recursive: true, force: true });
});

async function expectDone(command: Promise<Ended>, printed: unknown): Promise<void> {
  const { status, output } = await command;
  expect([status, output]).toEqual([0, printed]);
}

const found = await Promise.all(
  installers.map(async (installer) => ({ ...installer, ...(await findInstaller(installer)) })),
);

describe.each(found)('with $title, the packed kit', { timeout: 200_000 }, (installer) => {
  if ('missing' in installer) {
    it.skip(installer.missing);
    return;
  }
  const { place, name, title } = installer;

  const install = async (devDependencies: Readonly<Record<string, string>>) => {
    const project = await createProjectOf(installer, { place, within, devDependencies, files });
    await expectDone(project.install(tarball), expect.anything());
    return project;
  };

  const projects: [string, Readonly<Record<string, string>>][] = [
    ['an empty project', {}],
    ...(layouts.includes(title)
      ? [['a project with Vitest 3', { vitest: '^3.2.0' }] satisfies [string, object]]
      : []),
  ];
  it.each(projects)(
    'is installed into %s, starts, tests a server, and can be imported',
    async (_project, devDependencies) => {
      const { run } = await install(devDependencies);
      await expectDone(run(kit.name, ['--version']), version);
      await expectDone(
        run(kit.name, ['run', '--base-url', server.url, '--only', 'list.ok'], { PETSTORE_API_KEY: key }),
        expect.stringContaining('(exit status 0)'),
      );
      await expectDone(run('node', ['library.js']), 'function function\n');
      if (!('vitest' in devDependencies)) return;
      // The adapter finds the project's Vitest, because package.json declares it as an optional peer.
      if (title === 'Yarn 4')
        return expect((await run('node', ['adapter.test.js'])).output).not.toContain(
          'tried to access vitest',
        );
      const { status, output } = await run('vitest', ['run', 'adapter.test.js']);
      const needed = /UsageError: .* Vitest 4 \(4\.1 or later\) or Vitest 5: this is Vitest 3\.2\./;
      expect([status, output]).toEqual([1, expect.stringMatching(needed)]);
    },
  );

  if (title === 'npm 11')
    it('says how to stop using happy-dom, and works once that is done', async () => {
      const { run } = await install({ vitest: '^4.1.0', 'happy-dom': '*' });
      const { status, output } = await run('vitest', ['run', '--environment=happy-dom']);
      expect(status, output).toBe(1);
      const [, advice] =
        /FAIL {2}adapter\.test\.js .*\nUsageError: .* happy-dom .*\n.*: (.*)/.exec(output) ?? [];
      expect(files['advised.test.js'].split('\n')[0], output).toBe(advice);
      expect(output).toMatch(
        /FAIL {2}advised\.test\.js .* the run completes\nRunFault: Cannot reach the target/,
      );
    });

  if (name === 'npm')
    it('starts with npx, without an installation', async () => {
      const here = { project: { folder: within }, node: runningNode };
      const args = ['--yes', `./${basename(tarball)}`, '--version'];
      await expectDone(type(here, 'node', join(place, 'bin/npx-cli.js'), ...args), version);
    });
});
