import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../src/cli/commands.ts';
import { flagOf } from '../../src/config/option.ts';
import { removedOptions } from '../../src/config/removed.ts';
import { temporaryFolder } from '../cli/command.ts';
import { env, startService } from '../cli/services.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { type Inputs, inputs, type ProcessOptions, runAction, runs, step } from './action.ts';

const key = env.PETSTORE_API_KEY;
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Returns a script that claims to be the given version of Node.js, both in its output and to the code that it runs. */
const oldNode = (version: string): string =>
  `[ "$1" = --version ] && { echo v${version}; exit; }
exec '${process.execPath}' -e 'Object.defineProperty(process, "versions", { value: { node: "${version}" } }); eval(process.argv[1])' "$2"`;

/** Inputs with an address at which no server listens. */
const there = { 'base-url': 'http://127.0.0.1:9/v1' };

const annotations = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('::'));

/** Returns the workflow commands that a runner executes. It executes none between `::stop-commands::TOKEN` and `::TOKEN::`. */
function executed(stdout: string): string[] {
  let token: string | undefined;
  return stdout.split('\n').filter((line) => {
    if (token !== undefined) {
      if (line.trimStart() === `::${token}::`) token = undefined;
      return false;
    }
    token = /^\s*::stop-commands::(.+)$/.exec(line)?.[1];
    return token === undefined && /^\s*::|##\[/.test(line);
  });
}

describe('action.yml', () => {
  it('passes every input to the script only as an environment variable', () => {
    expect([runs.using, step.id, step.shell]).toEqual(['composite', 'run', 'bash']);
    expect(step.run).not.toContain('${{');
    const used = [...Object.values(step.env), step['working-directory']];
    const names = used.map((text) => /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1]);
    expect(names.sort()).toEqual(Object.keys(inputs).sort());
  });

  it('has only inputs for options of run, five inputs of its own, and deprecated inputs for removed options', () => {
    const own = ['api-key', 'args', 'package', 'version', 'working-directory'];
    const flags = flagsOf('run');
    const others = Object.entries(inputs).filter(([name]) => !own.includes(name) && !flags.includes(name));
    const removed = Object.entries(removedOptions)
      .filter(([, { input }]) => input)
      .map(([name, { instead }]) => [flagOf(name), instead]);
    expect(others.map(([name, { deprecationMessage }]) => [name, deprecationMessage])).toEqual(removed);
  });

  it('runs the version of the kit that it was published with', () => {
    expect(inputs['version']?.default).toBe(JSON.parse(read('package.json')).version);
  });
});

describe('the step of the action', () => {
  it('passes for a conforming server and sets outputs from the verdict', async () => {
    const server = await startService();
    const cwd = await temporaryFolder();
    const ended = await runAction(
      { 'base-url': server.url, 'api-key': key, args: '--no-exhaust\n', profile: 'standard' },
      { cwd, npx: 'process' },
    );
    expect(ended.status).toBe(0);
    expect(annotations(ended.stdout)).toEqual([
      expect.stringMatching(/^::notice title=PASSED::46 required: 36 passed, /),
    ]);
    expect(ended.outputs).toEqual({
      outcome: 'passed',
      'exit-status': '0',
      headline: expect.stringMatching(/^PASSED: 36 of 46 required requirements passed/),
      required: '46',
      selected: '36',
      passed: '36',
      sentence: expect.stringMatching(/^\S.*\.$/),
      failures: '0',
      accepted: '0',
      warnings: '0',
      report: join(cwd, 'reports/report.json'),
    });
    expect(JSON.parse(readFileSync(ended.outputs['report'] ?? '', 'utf8')).verdict.outcome).toBe('passed');
    expect(ended.summary).toMatch(/^## ✅ petstore-conformance: passed: 36 of 46 required/);
  });

  it('fails for a server that does not conform, and writes annotations and a summary without the key', async () => {
    const server = await startService('name-number-coerced');
    const ended = await runAction({
      'base-url': server.url,
      'api-key': key,
      only: 'invalid.*',
      reports: 'out/there',
      strict: 'true',
      args: '--max-wait=5\r\n\n--no-exhaust',
    });
    expect(ended.status, ended.stderr).toBe(1);
    expect(annotations(ended.stdout)).toEqual([
      expect.stringMatching(/^::error title=invalid\.name-type::POST .* → 201 Created, must be 400%0AFix: /),
    ]);
    expect(ended.outputs).toMatchObject({ outcome: 'does not conform', 'exit-status': '1', failures: '1' });
    expect(ended.outputs['report']).toMatch(/\/out\/there\/report\.json$/);
    expect(ended.summary).toMatch(/^\| ❌ \| POST .* \| invalid\.name-type · /m);
    expect(JSON.stringify({ ...ended, calls: ended.calls.map((call) => call.words) })).not.toContain(key);
  });

  it('installs the kit before the key is available', async () => {
    const { calls } = await runAction({ ...there, 'api-key': key }, { npx: 'nothing' });
    const kit = ['--yes', `petstore-conformance@${inputs['version']?.default}`];
    const seen = calls.map(({ words, env: variables }) => ({
      words,
      variables: Object.keys(variables).filter((name) => variables[name]?.includes(key)),
    }));
    expect(seen).toEqual([
      { words: [...kit, '--version'], variables: [] },
      { words: [...kit, 'run'], variables: ['PETSTORE_API_KEY'] },
    ]);
  });

  it('takes options from environment variables of the job', extendedTier, async () => {
    const server = await startService();
    const job = { PETSTORE_API_KEY: key, PETSTORE_BASE_URL: server.url, PETSTORE_ONLY: 'list.ok' };
    const { status, outputs: found, stderr } = await runAction({}, { env: job });
    expect([status, found['outcome']], stderr).toEqual([0, 'passed']);
  });

  it.each(Object.entries(removedOptions).filter(([, { input }]) => input))(
    'exits with status 2 for the removed input %s, and says what to use instead',
    async (name, { instead }) => {
      const { status, stderr, outputs: found } = await runAction({ ...there, [flagOf(name)]: 'x' });
      expect([status, found['exit-status'], found['outcome']]).toEqual([
        2,
        '2',
        'wrong command or configuration',
      ]);
      expect(stderr).toContain(instead);
    },
  );

  it.each<[string, Inputs, ProcessOptions, number, RegExp]>([
    ['a missing base URL', { 'api-key': key }, {}, 2, /^::error .*::Set base-url\./m],
    [
      'an invalid plan',
      { 'base-url': 'http://127.0.0.1:9/v1', 'api-key': key, plan: 'gold' },
      {},
      2,
      /PETSTORE_PLAN must be one of/,
    ],
    ['the key among the options', { ...there, args: `--api-key=${key}` }, {}, 2, /option: api-key\./],
    ['an invalid version', { ...there, version: '../x' }, {}, 2, /^::error .*::The input version/m],
    ['an invalid package', { ...there, package: 'kit' }, {}, 2, /^::error .*::The input package must be/m],
    [
      'a kit that cannot be installed',
      there,
      { npx: 'unpublished' },
      3,
      /^::error .*::The registry has no petstore-conformance@[\d.]+ \(404\)\. If it is not published, set package/m,
    ],
    [
      'a missing tarball',
      { ...there, package: './kit.tgz' },
      { npx: 'no tarball' },
      3,
      /^::error .*::There is no file \.\/kit\.tgz in the working directory\./m,
    ],
    [
      'an unreachable registry',
      there,
      { npx: 'offline' },
      3,
      /ENOTFOUND\n::[-0-9a-f]{36}::\n::error .*::Could not install and start petstore-conformance@[\d.]+\. The lines above say why\./,
    ],
    ['an unreachable server', { 'base-url': 'http://127.0.0.1:9/v1', 'api-key': key }, {}, 3, /^::error /m],
  ])(
    'distinguishes %s from a server that violates the specification',
    async (_what, given, options, wanted, says) => {
      const { status, stdout, stderr, outputs: found } = await runAction(given, options);
      expect(`${stdout}${stderr}`).toMatch(says);
      expect(`${stdout}${stderr}`).not.toContain(key);
      expect([status, found['exit-status'], found['outcome']]).toEqual([
        wanted,
        String(wanted),
        wanted === 2 ? 'wrong command or configuration' : 'no verdict',
      ]);
    },
  );

  it('prints the npm log without letting any of its lines act as a workflow command', async () => {
    const { status, stdout } = await runAction({ target: 'x' }, { npx: 'hostile' });
    expect(stdout).toContain('\n::add-mask::owned\n##[error]owned\n');
    expect(executed(stdout)).toEqual([expect.stringMatching(/^::error .*::Could not install/)]);
    expect(status).toBe(3);
  });

  it.each([
    ['18.20.8', /^::error .*::The kit needs Node\.js 20\.19 or newer; this is v18\.20\.8\./m],
    ['20.18.0', /^::error .*::The kit needs Node\.js 20\.19 or newer; this is v20\.18\.0\./m],
    [undefined, /^::error .*::Node\.js is not installed\./m],
  ])('says that Node.js is too old or not installed: %s', async (version, says) => {
    const folder = await temporaryFolder();
    // The Node.js that runs this test, pretending to be a different version.
    const code = version === undefined ? 'exit 127' : oldNode(version);
    await writeFile(join(folder, 'node'), `#!/bin/bash\n${code}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const { status, stdout } = await runAction(there, { env });
    expect([status, stdout]).toEqual([3, expect.stringMatching(says)]);
  });

  it.each([
    ['1.2.3', 'petstore-conformance@1.2.3'],
    ['./vendor/petstore-conformance-0.1.0.tgz', './vendor/petstore-conformance-0.1.0.tgz'],
    ['git+https://example.org/kit.git#v0.1.0', 'git+https://example.org/kit.git#v0.1.0'],
  ])('installs the kit from the package %s', async (given, spec) => {
    const { status, calls } = await runAction({ ...there, package: given }, { npx: 'nothing' });
    expect([status, calls.map(({ words }) => words.slice(0, 2))]).toEqual([
      0,
      [
        ['--yes', spec],
        ['--yes', spec],
      ],
    ]);
  });

  const hostile = [
    '"; touch hacked; "',
    '$(touch hacked)',
    '`touch hacked`',
    "'; touch hacked #",
    'a\ntouch hacked\n',
    'x\noutcome=conforms',
    '--no-exhaust\n| touch hacked',
    '&& touch hacked',
    'a[$(touch hacked)]',
  ];

  for (const { rows, options } of inTiers(hostile, 4))
    it.each(rows)('treats an input as data, not as shell code: %j', options, async (text) => {
      const cwd = await temporaryFolder();
      const own = ['args', 'package', 'version', 'working-directory'];
      const names = Object.keys(inputs).filter((name) => !own.includes(name));
      const given = Object.fromEntries([...names, 'args'].map((name) => [name, text]));
      const { status, outputs: found, calls } = await runAction(given, { cwd, npx: 'nothing' });
      const variables = names.map((name) => [`PETSTORE_${name.toUpperCase().replaceAll('-', '_')}`, text]);
      expect(calls[1]?.env).toMatchObject(Object.fromEntries(variables));
      expect(calls[1]?.words.slice(3)).toEqual(text.split('\n').filter((line) => line !== ''));
      expect([status, found['outcome'], found['exit-status']]).toEqual([0, '', '0']);
      for (const name of ['version', 'package']) {
        const refused = await runAction({ ...there, [name]: text }, { cwd, npx: 'nothing' });
        expect([refused.status, refused.calls]).toEqual([2, []]);
      }
      expect(existsSync(join(cwd, 'hacked'))).toBe(false);
    });
});
