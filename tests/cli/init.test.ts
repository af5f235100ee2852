import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocks, example, page } from '../docs/markdown.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { parsed } from './parsed.ts';

const nightly = '.github/workflows/petstore-nightly.yml';
const gate = '.github/workflows/petstore-gate.yml';
const config = 'petstore-conformance.config.json';

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const stepsOf = (cwd: string, path: string): readonly Step[] =>
  parse(readFileSync(join(cwd, path), 'utf8')).jobs.conformance.steps;

/** Returns the kit's commands in a workflow, as words. */
const commandsOf = (cwd: string, path: string): string[][] =>
  stepsOf(cwd, path)
    .flatMap(({ run = '' }) => run.split('\n'))
    .flatMap(
      (line) => /npx --yes petstore-conformance@\d+\.\d+\.\d+ (?!--version)([^>|]+)/.exec(line)?.[1] ?? [],
    )
    .map((words) => words.trim().split(' '));

describe('init', () => {
  it('uses defaults, and a secret for the target that is not that of the gate', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await carryOut(['init'], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, config), 'utf8')).targets.staging.keyVariable).toBe(
      'STAGING_KEY',
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`wrote ${config}\nwrote ${nightly}\n`);
    expect(existsSync(join(cwd, gate))).toBe(false);
    expect(stdout).toContain('npx petstore-conformance run --target staging');
    expect(stdout).toContain('replace https://staging.petstore.example/v1 with the base URL of your server');
    expect(stdout).toMatch(/from the registry\. Until it is published, use --package/);
    expect(stdout).toContain('Add reports/ to .gitignore.\n');
  });

  it('writes the given options, and the next command that it prints works', async () => {
    const cwd = await temporaryFolder();
    const address = 'https://test.petstore.example/v1';
    await carryOut(
      ['init', '--base-url', address, '--target', 'test', '--plan', 'pro', '--key-variable', 'TEST_KEY'],
      { cwd },
    );
    const planned = await carryOut(['run', '--target', 'test', '--dry-run'], {
      cwd,
      env: { TEST_KEY: 'a-key-of-the-test-target' },
    });
    expect(planned.status).toBe(0);
    expect(planned.stdout).toContain('Nothing was sent');
    expect(JSON.parse(readFileSync(join(cwd, config), 'utf8')).targets.test).toMatchObject({
      baseUrl: address,
      plan: 'pro',
      keyVariable: 'TEST_KEY',
    });
  });

  it('writes workflows with valid commands, and the key in the right variable', async () => {
    const cwd = await temporaryFolder();
    await carryOut(['init', '--key-variable', 'STAGING_KEY', '--start', 'npm start -- --port 8080'], { cwd });
    const commands = [...commandsOf(cwd, nightly), ...commandsOf(cwd, gate)];
    expect(commands.map(([name]) => name)).toEqual(['run', 'diff', 'run']);
    for (const words of commands) expect((await parsed(words)).name, words.join(' ')).toBe(words[0]);
    const given = stepsOf(cwd, nightly).flatMap(({ env = {} }) => Object.entries(env));
    const keys = given.filter(([, value]) => value.includes('secrets.'));
    expect(keys).toEqual([['STAGING_KEY', expect.stringMatching(/^\$\{\{ secrets\.STAGING_KEY \}\}$/)]]);
    expect(stepsOf(cwd, gate).some(({ run }) => run?.trim() === 'npm start -- --port 8080 &')).toBe(true);
  });

  it.each([
    ['github', nightly, gate],
    ['gitlab', '.gitlab/petstore-nightly.yml', '.gitlab/petstore-gate.yml'],
  ])('writes the pipelines in examples/ for %s', async (ci, ...paths) => {
    const cwd = await temporaryFolder();
    const [line = ''] = blocks(page('docs/guides/ci.md'), 'sh');
    const [, words = ''] = /^npx petstore-conformance init (.*) --start 'npm start'\n$/.exec(line) ?? [];
    await carryOut(['init', ...words.split(' '), '--start', 'npm start', '--ci', ci], { cwd });
    for (const [index, name] of ['nightly.yml', 'gate.yml'].entries())
      expect(readFileSync(join(cwd, paths[index] ?? ''), 'utf8')).toBe(example(`${ci}/${name}`));
  });

  it('adds the CI gate later, for the target of the configuration, and changes no file that exists', async () => {
    const cwd = await temporaryFolder();
    await carryOut(['init', '--target', 'test', '--plan', 'pro', '--key-variable', 'TEST_KEY'], { cwd });
    const edited = `${readFileSync(join(cwd, nightly), 'utf8')}# edited\n`;
    writeFileSync(join(cwd, nightly), edited);
    const { status, stdout } = await carryOut(['init', '--start', 'npm start'], { cwd });
    expect([status, stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      [`kept ${config} (up to date)`, `kept ${nightly} (it differs; delete it to renew it)`, `wrote ${gate}`],
    ]);
    expect(readFileSync(join(cwd, nightly), 'utf8')).toBe(edited);
    expect(commandsOf(cwd, gate)[0]?.join(' ')).toContain('--plan pro --strict');
    expect(stdout).toContain('into the repository secret PETSTORE_API_KEY.\n');
    expect(stdout).toContain('into the variable TEST_KEY,');
  });

  it.each([
    [['--target', 'other'], /has no target "other"/],
    [
      ['--plan', 'pro'],
      /--plan is "pro", but target "staging" has none in petstore-conformance\.config\.json/,
    ],
    [['--base-url', 'https://b.example/v1'], /--base-url is "https:\/\/b\.example\/v1", but "https:\/\/a\./],
  ])('refuses %j, which contradicts the configuration that it keeps', async (args, message) => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, config), '{ "targets": { "staging": { "baseUrl": "https://a.example/v1" } } }');
    const { status, stderr } = await carryOut(['init', ...args], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readdirSync(cwd)).toEqual([config]);
  });

  it.each([
    [
      'nonsense',
      /^petstore-conformance: baseUrl in petstore-conformance\.config\.json is not a valid .*"nonsense"/,
    ],
    ['$(BASE)', /is not a valid http or https URL/],
    ['https://a.example/v1?key=x', /contains a query or a fragment/],
  ])('refuses the base URL %j in the configuration that it keeps', async (baseUrl, message) => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, config), JSON.stringify({ targets: { staging: { baseUrl } } }));
    const { status, stderr } = await carryOut(['init'], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readdirSync(cwd)).toEqual([config]);
  });

  it.each([
    ['nothing', [], 'github'],
    ['.gitlab-ci.yml', ['.gitlab-ci.yml'], 'gitlab'],
    ['both', ['.gitlab-ci.yml', '.github'], 'github'],
  ])('writes pipelines for the system that the folder uses: %s', async (_what, existing, ci) => {
    const cwd = await temporaryFolder();
    for (const name of existing)
      if (name.includes('.yml')) writeFileSync(join(cwd, name), 'stages: [test]\n');
      else mkdirSync(join(cwd, name));
    const { stdout } = await carryOut(['init'], { cwd });
    expect(stdout).toContain(ci === 'github' ? `wrote ${nightly}` : 'wrote .gitlab/petstore-nightly.yml');
    if (existing.length > 0)
      expect(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8')).toBe('stages: [test]\n');
    expect(stdout.includes('Add this to .gitlab-ci.yml:\n  include:\n    - local: .gitlab/')).toBe(
      ci === 'gitlab',
    );
  });

  it('writes a .gitlab-ci.yml that includes the jobs', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await carryOut(['init', '--ci', 'gitlab'], { cwd });
    expect(parse(readFileSync(join(cwd, '.gitlab-ci.yml'), 'utf8'))).toEqual({
      include: [{ local: '.gitlab/petstore-*.yml' }],
    });
    expect(stdout).toContain('masked CI/CD variable');
  });

  it.each([
    ['npm run dev', 'npm ci'],
    ['node server.js', 'npm ci'],
    ['pnpm start', 'corepack enable && pnpm install --frozen-lockfile'],
    ['docker compose up', undefined],
  ])('installs what “%s” needs', async (start, wanted) => {
    const cwd = await temporaryFolder();
    await carryOut(['init', '--start', start], { cwd });
    const runs = stepsOf(cwd, gate).flatMap(({ run = [] }) => run);
    expect(runs.slice(1, -1)).toEqual([...(wanted === undefined ? [] : [wanted]), `${start} &`]);
  });

  it.each([
    ['"$HOME/it": # {a}', 'echo "a: b"'],
    ["true 'x' #", ' - |'],
  ])('writes commands that YAML could misread so that they arrive unchanged: %s', async (start, install) => {
    const cwd = await temporaryFolder();
    for (const [ci, path] of [
      ['github', gate],
      ['gitlab', '.gitlab/petstore-gate.yml'],
    ] as const) {
      await carryOut(['init', '--start', start, '--install', install, '--ci', ci], { cwd });
      const read = parse(readFileSync(join(cwd, path), 'utf8'));
      const runs = read['petstore-gate']?.script ?? stepsOf(cwd, path).flatMap(({ run = [] }) => run);
      expect(runs.slice(1, 3)).toEqual([install, `${start} &`]);
    }
  });

  it.each([
    ['1.2.3', 'petstore-conformance@1.2.3'],
    ['./petstore-conformance-0.1.0.tgz', './petstore-conformance-0.1.0.tgz'],
    ['git+https://example.org/kit.git#main', 'git+https://example.org/kit.git#main'],
  ])('starts the kit from --package %s', async (spec, word) => {
    const cwd = await temporaryFolder();
    if (spec.endsWith('.tgz')) writeFileSync(join(cwd, spec), '');
    await carryOut(['init', '--start', 'npm start', '--package', spec], { cwd });
    for (const path of [nightly, gate])
      expect(readFileSync(join(cwd, path), 'utf8').match(/npx --yes \S+/g)).toEqual(
        Array(path === gate ? 2 : 3).fill(`npx --yes ${word}`),
      );
  });

  it('writes nothing if one of the files cannot be written', async () => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, '.github'), 'a file');
    const { status, stderr } = await carryOut(['init'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /cannot write ".*\/petstore-nightly\.yml": a part of its path is not a directory\./,
      ),
    ]);
    expect(readdirSync(cwd)).toEqual(['.github']);
  });

  it.each([
    [['--base-url', 'ftp://x/v1'], '--base-url'],
    [['--plan', 'gold'], '--plan'],
    [
      ['--target', 'a b'],
      '--target must be letters, digits and . _ -, beginning with a letter or digit, not "a b".',
    ],
    [
      ['--key-variable', '1X'],
      '--key-variable must be letters, digits and _, beginning with a letter or _, not "1X".',
    ],
    [['--start', 'a\nb'], '--start has more than one line'],
    [['--start', 'a', '--install', 'a\nb'], '--install has more than one line'],
    [['--install', 'npm ci'], '--install needs --start'],
    [['--package', 'x; rm -r .'], '--package must be a version, the path of a tarball or a git URL'],
    [['--package=--eval/x'], '--package must be'],
    [['--package', './missing.tgz'], '--package: there is no file "./missing.tgz"'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await carryOut(['init', ...args], { cwd: await temporaryFolder() });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
