import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '../../src/cli/parser.ts';
import { command, temporaryFolder } from './command.ts';

const nightly = '.github/workflows/petstore-nightly.yml';
const gate = '.github/workflows/petstore-gate.yml';
const config = 'petstore-conformance.config.json';

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const stepsOf = (cwd: string, path: string): readonly Step[] =>
  parse(readFileSync(join(cwd, path), 'utf8')).jobs.conformance.steps;

/** The commands of the kit in a workflow, as words. */
const commandsOf = (cwd: string, path: string): string[][] =>
  stepsOf(cwd, path)
    .flatMap(({ run = '' }) => run.split('\n'))
    .flatMap((line) => /npx --yes petstore-conformance@\d+\.\d+\.\d+ ([^>|]+)/.exec(line)?.[1] ?? [])
    .map((words) => words.trim().split(' '));

describe('init', () => {
  it('takes the defaults where nobody can be asked, and ends', async () => {
    const cwd = await temporaryFolder();
    const { status, stdout } = await command(['init'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toContain(`wrote ${config}\nwrote ${nightly}\n`);
    expect(existsSync(join(cwd, gate))).toBe(false);
    expect(stdout).toContain('npx petstore-conformance run --target staging');
  });

  it('writes what the options say, so that the next command of its output works', async () => {
    const cwd = await temporaryFolder();
    const address = 'https://test.petstore.example/v1';
    await command(
      ['init', '--base-url', address, '--target', 'test', '--plan', 'pro', '--key-variable', 'TEST_KEY'],
      { cwd },
    );
    const planned = await command(['run', '--target', 'test', '--dry-run'], {
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

  it('writes workflows whose commands the kit takes, with the key in the variable that it reads', async () => {
    const cwd = await temporaryFolder();
    await command(['init', '--key-variable', 'STAGING_KEY', '--start', 'npm start -- --port 8080'], { cwd });
    const commands = [...commandsOf(cwd, nightly), ...commandsOf(cwd, gate)];
    expect(commands.map(([name]) => name)).toEqual(['run', 'diff', 'run']);
    for (const words of commands)
      expect(parseCommandLine(words, { version: '0.0.0', width: 80 }), words.join(' ')).toMatchObject({
        kind: 'command',
      });
    const keys = stepsOf(cwd, nightly).flatMap(({ env = {} }) => Object.entries(env));
    expect(keys).toEqual([['STAGING_KEY', expect.stringMatching(/^\$\{\{ secrets\.STAGING_KEY \}\}$/)]]);
    expect(stepsOf(cwd, gate).some(({ run }) => run?.trim() === 'npm start -- --port 8080 &')).toBe(true);
  });

  it('writes over nothing, and then writes nothing else either', async () => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, config), '{}');
    const { status, stderr } = await command(['init'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain(`${config} is there already; nothing was written.`);
    expect(readFileSync(join(cwd, config), 'utf8')).toBe('{}');
    expect(existsSync(join(cwd, nightly))).toBe(false);
    expect((await command(['init', '--force', '--no-workflows'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, config), 'utf8')).toContain('staging');
    expect(existsSync(join(cwd, nightly))).toBe(false);
  });

  it.each([
    [['--base-url', 'ftp://x/v1'], '--base-url'],
    [['--plan', 'gold'], '--plan'],
    [['--target', 'a b'], '--target takes letters'],
    [['--key-variable', '1X'], '--key-variable takes letters'],
    [['--start', 'a\nb'], '--start has more than one line'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await command(['init', ...args], { cwd: await temporaryFolder() });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
