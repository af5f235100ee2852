import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandNames, optionsOf } from '../../src/cli/command-options.ts';
import { choiceFor } from '../../src/cli/completion/candidates.ts';
import { shells } from '../../src/cli/word-sets.ts';
import { readCapped } from '../../src/options/read-file.ts';
import { ledger } from '../../src/spec/ledger.ts';
import { bin, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { atTerminal, noTerminal } from './terminal.ts';

/** The words that can stand at the end of a line, or `files` or `folders`. */
async function choices(...words: string[]): Promise<readonly string[] | string> {
  const choice = await choiceFor(words, { readFile: readCapped });
  return choice.kind === 'words' ? choice.candidates.map(({ word }) => word) : choice.kind;
}

describe('what can stand at the cursor', () => {
  it.each<[string[], string[]]>([
    [['ex'], ['explain']],
    [['help', 'wa'], ['waive']],
    [['-'], ['--help', '--version']],
    [['run', '--pl'], ['--plan']],
    [['run', '--plan', 'free', '--pl'], []],
    [['run', '--header', 'A: b', '--hea'], ['--header']],
    [
      ['run', '--plan', ''],
      ['free', 'pro', 'business', 'enterprise'],
    ],
    [['run', '--plan=b'], ['business']],
    [['run', '--plan', '=', 'b'], ['business']],
    [['run', '--strict', '--profile', 't'], ['thorough']],
    [
      ['run', '--reporter', 'json,h'],
      ['json,html', 'json,har'],
    ],
    [['run', '--fail-on', ''], ['advisory']],
    [['run', '--only', 'auth.*,list.ok'], ['auth.*,list.ok']],
    [
      ['run', '--only', 'version'],
      ['versioning.*', ...idsOf('versioning')],
    ],
    [['explain', 'auth.key-m'], ['auth.key-missing']],
    [['list', '--level', 'o'], ['observed']],
    [
      ['diff', 'a', 'b', '--format', ''],
      ['text', 'markdown'],
    ],
    [['serve', '--defect', 'name-number'], ['name-number-coerced']],
    [['gallery', '--only', 'token-b'], ['token-bucket']],
    [['completion', ''], [...shells]],
    [['init', '--target', ''], []],
    [['nonsense', ''], []],
  ])('is the last word of %j, as far as it is there: %j', async (words, wanted) => {
    expect(await choices(...words)).toEqual(wanted);
  });

  it('are files and folders where options and commands take them', async () => {
    expect(await choices('diff', '')).toBe('files');
    expect(await choices('diff', 'one.json', 'two')).toBe('files');
    expect(await choices('diff', 'one.json', 'two.json', '--')).toContain('--json');
    expect(await choices('run', '--waivers=x')).toBe('files');
    expect(await choices('run', '--reports', '')).toBe('folders');
    const takesFile = commandNames.flatMap((name) =>
      optionsOf[name].filter(({ description }) => /^FILE/.test(description)).map(({ flag }) => [name, flag]),
    );
    expect(takesFile.length).toBeGreaterThan(8);
    for (const [name = '', flag] of takesFile)
      expect(await choices(name, `--${flag}`, ''), flag).toBe('files');
  });

  it('are the targets of the configuration, and none where it cannot be read', async () => {
    const path = join(await temporaryFolder(), 'kit.json');
    const targets = {
      staging: { baseUrl: 'https://staging.petstore.example/v1' },
      local: { baseUrl: 'http://127.0.0.1:8080/v1' },
    };
    await writeFile(path, JSON.stringify({ targets }));
    expect(await choices('run', '--config', path, '--target', '')).toEqual(['staging', 'local']);
    expect(await choices('run', `--config=${path}`, '--target=s')).toEqual(['staging']);
    await writeFile(path, '{"targets":');
    expect(await choices('run', '--config', path, '--target', '')).toEqual([]);
  });

  it('are all commands, all options and all requirements', async () => {
    expect(await choices('')).toEqual([...commandNames, 'help']);
    for (const name of commandNames) {
      const options = optionsOf[name].map(({ flag }) => `--${flag}`);
      expect(await choices(name, '--'), name).toEqual([...options, '--help']);
    }
    expect(await choices('explain', '')).toEqual(ledger.map(({ id }) => id));
  });
});

function idsOf(section: string): string[] {
  const rows = ledger.filter(({ id, level }) => id.startsWith(`${section}.`) && level !== 'excluded');
  return rows.map(({ id }) => id);
}

/** A folder with some files in which to press Tab, and the variables by which a shell finds the command. */
async function workplace(): Promise<{ cwd: string; env: Record<string, string> }> {
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
  return { cwd, env: { HOME: cwd, PATH: `${path}:${process.env['PATH']}` } };
}

const there = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const unlessThere = (program: string): string => (there(program) ? '' : ` (skipped: no ${program} here)`);

/** What is typed, with Tab as →, and the words that the shell makes of it. */
const typed: readonly (readonly [keys: string, words: readonly string[]])[] = [
  ['expl→ list.o→', ['explain', 'list.ok']],
  ['run --pla→ fre→', ['run', '--plan', 'free']],
  ['run --plan=fre→', ['run', '--plan=free']],
  ['run --reporter json,mark→', ['run', '--reporter', 'json,markdown']],
  ['run --waivers found.→', ['run', '--waivers', 'found.json']],
  ['run --waivers=found.→', ['run', '--waivers=found.json']],
  ['run --reports foun→', ['run', '--reports', 'found']],
  ['run --plan fou→', ['run', '--plan', 'fou']],
];

/** Types at a shell, and lets it print the words of the line that came about, for each line. */
async function wordsAt(shell: string, setUp: string): Promise<string[][]> {
  const { cwd, env } = await workplace();
  const { type, ended } = atTerminal(shell, { cwd, env });
  type(`${setUp}\n`);
  for (const [keys] of typed) {
    // To the beginning of the line (Ctrl-A), to make of it what printf shows.
    type(`petstore-conformance ${keys.replaceAll('→', '\t')}\u0001printf '<%s>' '='\u0020\nprintf '\\n'\n`);
  }
  type('exit\n');
  const { stdout } = await ended;
  // zsh takes the slash behind a folder back where a blank follows.
  return [...stdout.matchAll(/<=>((?:<[^<>\n]*>)+)/g)].map(([, words = '']) =>
    words.replaceAll('/>', '>').slice(1, -1).split('><').slice(1),
  );
}

describe.skipIf(noTerminal !== '')(`the Tab key${noTerminal}`, () => {
  const wanted = typed.map(([, words]) => words);

  it.skipIf(!there('bash'))(`completes in bash${unlessThere('bash')}`, async () => {
    const setUp = 'source <(petstore-conformance completion bash)';
    expect(await wordsAt('bash --noprofile --norc -i', setUp)).toEqual(wanted);
  });

  it.skipIf(!there('zsh'))(`completes in zsh${unlessThere('zsh')}`, async () => {
    const setUp =
      'bindkey -e; autoload -U compinit; compinit -u; source <(petstore-conformance completion zsh)';
    expect(await wordsAt('zsh -f -i', setUp)).toEqual(wanted);
  });
});

it.skipIf(!there('fish'))(`fish is told what can stand at the cursor${unlessThere('fish')}`, async () => {
  const { cwd, env } = await workplace();
  const lines = typed.map(([keys]) => `complete -C 'petstore-conformance ${keys.replace(/→.*/, '')}'`);
  const script = ['petstore-conformance completion fish | source', ...lines].join('; echo; ');
  const { stdout } = spawnSync('fish', ['-c', script], { cwd, env, encoding: 'utf8' });
  const words = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0]?.replace(/\/$/, ''));
  expect(words).toEqual([
    'explain',
    '--plan',
    '--plan=free',
    'json,markdown',
    'found.json',
    '--waivers=found.json',
    'found',
  ]);
});

it.each(shells)('completion %s prints a script, and nothing else is a shell', async (shell) => {
  const { status, stdout } = await carryOut(['completion', shell]);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^#.*petstore-conformance[\s\S]*\n$/)]);
  const wrong = await carryOut(['completion', `${shell}x`]);
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain(`Did you mean ${shell}?`);
});
