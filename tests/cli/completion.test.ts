import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandNames, flagsOf } from '../../src/cli/commands.ts';
import { completionFlag } from '../../src/cli/parser.ts';
import { standardConfigFile } from '../../src/config/file.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { extendedTier } from '../support/tiers.ts';
import { bin, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { atTerminal, noTerminal } from './terminal.ts';

/** Returns the completions of the last word. */
async function choicesIn(cwd: string | undefined, ...words: string[]): Promise<readonly string[]> {
  const args = [completionFlag, 'petstore-conformance', ...words];
  const { stdout } = await carryOut(args, cwd === undefined ? {} : { cwd });
  return stdout.trim().split('\n');
}

const choices = (...words: string[]) => choicesIn(undefined, ...words);

// yargs adds descriptions if SHELL is zsh.
beforeAll(() => void vi.stubEnv('SHELL', '/bin/bash'));
afterAll(() => void vi.unstubAllEnvs());

describe('completions', () => {
  it.each<[string[], string[]]>([
    [['run', '--pl'], ['--plan']],
    [['run', '--plan', 'free', '--pl'], []],
    [
      ['run', '--plan', ''],
      ['free', 'pro', 'business', 'enterprise'],
    ],
    [['run', '--strict', '--profile', 't'], ['thorough']],
    [
      ['run', '--reporter', 'h'],
      ['html', 'har'],
    ],
    [['run', '--fail-on', ''], ['advisory']],
    [['run', '--seed', 'r'], ['random']],
    [
      ['run', '--only', 'version'],
      ['versioning.*', ...idsOf('versioning')],
    ],
    [['explain', 'auth.key-m'], ['auth.key-missing']],
    [['list', '--level', 'o'], ['observed']],
    [
      ['diff', 'a', 'b', '--format', ''],
      ['text', 'markdown', 'line'],
    ],
    [['serve', '--defect', 'name-number'], ['name-number-coerced']],
    [['gallery', '--only', 'token-b'], ['token-bucket']],
    [
      ['nonsense', ''],
      [...commandNames, 'completion'],
    ],
  ])('of %j are %j', async (words, wanted) => {
    const last = words.at(-1) ?? '';
    // The shell itself filters by the beginning of the word.
    expect((await choices(...words)).filter((word) => word !== '' && word.startsWith(last))).toEqual(wanted);
  });

  it('include the targets of the configuration, or none if it cannot be read', async () => {
    const cwd = await temporaryFolder();
    const targets = {
      staging: { baseUrl: 'https://staging.petstore.example/v1' },
      local: { baseUrl: 'http://127.0.0.1:8080/v1' },
    };
    await writeFile(join(cwd, standardConfigFile), JSON.stringify({ targets }));
    expect(await choicesIn(cwd, 'run', '--target', '')).toEqual(['staging', 'local']);
    await writeFile(join(cwd, standardConfigFile), '{"targets":');
    expect(await choicesIn(cwd, 'run', '--target', 's')).toEqual(['']);
  });

  it('include all commands, options and requirements', async () => {
    expect(await choices('')).toEqual([...commandNames, 'completion']);
    for (const name of commandNames)
      expect(await choices(name, '--'), name).toEqual(
        expect.arrayContaining(flagsOf(name).map((flag) => `--${flag}`)),
      );
    expect(await choices('explain', '')).toEqual(expect.arrayContaining(catalog.map(({ id }) => id)));
  });
});

function idsOf(section: string): string[] {
  const rows = catalog.filter(({ id, level }) => id.startsWith(`${section}.`) && level !== 'not-testable');
  return rows.map(({ id }) => id);
}

/** Creates a folder with some files, and the variables with which a shell finds the command. */
async function workplace(shell: string): Promise<{ cwd: string; env: Record<string, string> }> {
  const cwd = await temporaryFolder();
  const path = join(cwd, '.bin');
  await mkdir(path);
  await mkdir(join(cwd, 'found'));
  await writeFile(join(cwd, 'found.json'), '{}');
  await writeFile(
    join(path, 'petstore-conformance'),
    `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`,
  );
  await chmod(join(path, 'petstore-conformance'), 0o755);
  return { cwd, env: { HOME: cwd, SHELL: shell, PATH: `${path}:${process.env['PATH']}` } };
}

const there = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const unlessThere = (program: string): string => (there(program) ? '' : ` (skipped: no ${program} here)`);

/** Typed lines, with → for Tab, and the resulting words. */
const typed: readonly (readonly [keys: string, words: readonly string[]])[] = [
  ['expl→ list.o→', ['explain', 'list.ok']],
  ['run --pla→ fre→', ['run', '--plan', 'free']],
  ['run --waivers found.→', ['run', '--waivers', 'found.json']],
  ['run --waivers=found.→', ['run', '--waivers=found.json']],
  ['run --reports foun→', ['run', '--reports', 'found']],
];

/** Types each line into a shell and returns the completed words. */
async function wordsAt(shell: string, setUp: string, lines = typed): Promise<string[][]> {
  const { cwd, env } = await workplace(shell.split(' ')[0] ?? '');
  const { type, ended } = atTerminal(shell, { cwd, env });
  type(`${setUp}\n`);
  for (const [keys] of lines) {
    // Ctrl-A goes to the beginning of the line, to put printf there.
    type(`petstore-conformance ${keys.replaceAll('→', '\t')}\u0001printf '<%s>' '='\u0020\nprintf '\\n'\n`);
  }
  type('exit\n');
  const { stdout } = await ended;
  // zsh removes the slash after a folder before a space.
  return [...stdout.matchAll(/<=>((?:<[^<>\n]*>)+)/g)].map(([, words = '']) =>
    words.replaceAll('/>', '>').slice(1, -1).split('><').slice(1),
  );
}

describe.skipIf(noTerminal !== '')(`the Tab key${noTerminal}`, () => {
  const wanted = typed.map(([, words]) => words);

  it.skipIf(!there('bash'))(`completes in bash${unlessThere('bash')}`, extendedTier, async () => {
    const setUp = 'source <(petstore-conformance completion)';
    expect(await wordsAt('bash --noprofile --norc -i', setUp)).toEqual(wanted);
  });

  it.skipIf(!there('zsh'))(`completes in zsh${unlessThere('zsh')}`, extendedTier, async () => {
    const setUp = 'bindkey -e; autoload -U compinit; compinit -u; source <(petstore-conformance completion)';
    // zsh completes files after = only with magic_equal_subst.
    const lines = typed.filter(([keys]) => !keys.includes('=found'));
    expect(await wordsAt('zsh -f -i', setUp, lines)).toEqual(lines.map(([, words]) => words));
  });
});

it.each(['bash', 'zsh'])('completion prints the script for %s', async (shell) => {
  vi.stubEnv('SHELL', `/bin/${shell}`);
  const { status, stdout } = await carryOut(['completion']);
  expect([status, stdout]).toEqual([0, expect.stringContaining(completionFlag)]);
  expect(stdout.includes('compdef')).toBe(shell === 'zsh');
});
