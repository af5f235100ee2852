import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '../../src/cli/parser.ts';
import { blocks, page } from '../docs/markdown.ts';
import { bin, command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { type AtTerminal, atTerminal, noTerminal } from './terminal.ts';

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
    .flatMap((line) => /npx --yes petstore-conformance@\d+\.\d+\.\d+ ([^>|]+)/.exec(line)?.[1] ?? [])
    .map((words) => words.trim().split(' '));

describe('init', () => {
  it('uses the defaults without a terminal', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await command(['init'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toContain(`wrote ${config}\nwrote ${nightly}\n`);
    expect(existsSync(join(cwd, gate))).toBe(false);
    expect(stdout).toContain('npx petstore-conformance run --target staging');
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
    for (const words of commands)
      expect(parseCommandLine(words, { version: '0.0.0', width: 80 }), words.join(' ')).toMatchObject({
        kind: 'command',
      });
    const given = stepsOf(cwd, nightly).flatMap(({ env = {} }) => Object.entries(env));
    const keys = given.filter(([, value]) => value.includes('secrets.'));
    expect(keys).toEqual([['STAGING_KEY', expect.stringMatching(/^\$\{\{ secrets\.STAGING_KEY \}\}$/)]]);
    expect(stepsOf(cwd, gate).some(({ run }) => run?.trim() === 'npm start -- --port 8080 &')).toBe(true);
  });

  it('compares nightly runs as docs/ci.md does', async () => {
    const cwd = await temporaryFolder();
    await carryOut(['init'], { cwd });
    const compares = (steps: readonly Step[]) => steps.find(({ run }) => run?.includes(' diff '));
    const ofThePage = blocks(page('docs/ci.md'), 'yaml').find((text) => text.includes('yesterday')) ?? '';
    expect(compares(stepsOf(cwd, nightly))).toEqual(compares(parse(ofThePage).jobs.conformance.steps));
  });

  it('overwrites no file, and then writes no other file', async () => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, config), '{}');
    const { status, stderr } = await carryOut(['init'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(`already there: ${config}. Nothing was written.`);
    expect(readFileSync(join(cwd, config), 'utf8')).toBe('{}');
    expect(existsSync(join(cwd, nightly))).toBe(false);
    expect((await carryOut(['init', '--force', '--no-workflows'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, config), 'utf8')).toContain('staging');
    expect(existsSync(join(cwd, nightly))).toBe(false);
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
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await carryOut(['init', ...args], { cwd: await temporaryFolder() });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});

/** Starts `init` in an empty folder, at a terminal. */
async function initAt(env: Record<string, string> = {}): Promise<AtTerminal & { readonly cwd: string }> {
  const cwd = await temporaryFolder();
  return { cwd, ...atTerminal(`'${process.execPath}' '${bin}' init`, { cwd, env }) };
}

describe.skipIf(noTerminal !== '')(`init at a terminal${noTerminal}`, () => {
  it('asks, rejects invalid input, and writes the files', async () => {
    const { cwd, type, saw, ended } = await initAt();
    await saw(/Base URL of the server to test every night.*: $/m);
    type('ftp://nowhere\n');
    await saw(/the value[\s\S]*Base URL of the server to test every night.*: $/m);
    type('https://test.petstore.example/v1\n');
    for (const [question, response] of [
      [/Name for it \[staging\]: $/m, 'test'],
      [/Its plan .*: $/m, 'pro'],
      [/Variable and secret with its key .*: $/m, 'TEST_KEY'],
      [/or empty for no CI gate: $/m, 'npm start'],
      [/Base URL of that server .*: $/m, ''],
    ] as const) {
      await saw(question);
      type(`${response}\n`);
    }
    expect(await ended).toMatchObject({ status: 0, stdout: expect.stringContaining(`wrote ${gate}`) });
    expect(JSON.parse(readFileSync(join(cwd, config), 'utf8')).targets).toMatchObject({
      test: { baseUrl: 'https://test.petstore.example/v1', plan: 'pro', keyVariable: 'TEST_KEY' },
    });
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-C while typing', 'htt\u0003'],
    ['Ctrl-D', '\u0004'],
    ['Enter and Ctrl-D', '\n\u0004'],
  ])('writes nothing after %s, and ends with 130', async (_what, keys) => {
    const stoppedAt = async (TERM: string): Promise<void> => {
      const { cwd, type, saw, ended } = await initAt({ TERM });
      await saw(/Base URL of the server to test every night/);
      type(keys);
      const { status, stdout } = await ended;
      expect([status, stdout.replaceAll('\r', '')]).toEqual([
        130,
        expect.stringMatching(/\nNothing was written\.\n$/),
      ]);
      expect(readdirSync(cwd)).toEqual([]);
    };
    await Promise.all(['dumb', 'xterm'].map(stoppedAt));
  });

  it('asks nothing in CI, even at a terminal', async () => {
    const { cwd, ended } = await initAt({ CI: 'true' });
    expect(await ended).toMatchObject({ status: 0, stdout: expect.not.stringContaining('Base URL of') });
    expect(existsSync(join(cwd, config))).toBe(true);
  });
});
