import { accessSync, constants } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/cli/commands.ts';
import { extendedTier } from '../support/tiers.ts';
import { bin, command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { parsed } from './parsed.ts';
import { env as keyed, startService } from './services.ts';
import { atTerminal, noTerminal } from './terminal.ts';

const csi = '\u001b[';
const kit = `'${process.execPath}' '${bin}'`;

/** Returns the output at a terminal that is `columns` columns wide. */
async function shownAt(columns: number, words: string, env: Record<string, string> = {}): Promise<string> {
  const line = `stty cols ${columns} && ${kit} ${words}`;
  const { ended } = atTerminal(line, { cwd: await temporaryFolder(), env: { TERM: 'xterm', ...env } });
  return (await ended).stdout.replaceAll('\r\n', '\n');
}

describe('colors', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '' }, true],
  ])('are used in a pipe with %j: %j', async (env, coloured) => {
    expect((await carryOut(['explain', 'list.ok'], { env })).stdout.includes(csi)).toBe(coloured);
  });

  it.each<[Record<string, string>, boolean]>([
    [{ TERM: 'xterm' }, true],
    [{ TERM: 'xterm', NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, true],
  ])('are used at a terminal with %j: %j', async (env, coloured) => {
    const { stdout } = await carryOut(['explain', 'list.ok'], { env, atTerminal: true });
    expect(stdout.includes(`${csi}1m`)).toBe(coloured);
  });

  it.skipIf(noTerminal !== '')(
    `are used at a real terminal, but not in a real pipe${noTerminal}`,
    async () => {
      expect(await shownAt(80, 'explain list.ok')).toContain(`${csi}1m`);
      expect((await command(['explain', 'list.ok'], { env: { TERM: 'xterm' } })).stdout).not.toContain(csi);
    },
  );
});

describe('the width', () => {
  const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

  it('is that of COLUMNS if there is no terminal', async () => {
    const [plain, wide, nonsense] = await Promise.all(
      ['80', '110', 'many'].map((COLUMNS) => carryOut(['list'], { env: { COLUMNS } })),
    );
    expect(widest(wide?.stdout ?? '')).toBeGreaterThan(widest(plain?.stdout ?? ''));
    expect(nonsense?.stdout).toBe(plain?.stdout);
  });

  it('of 40 columns wraps the options of each command', async () => {
    for (const name of commandNames) {
      const { text } = await parsed([name, '--help'], 40);
      const [options = ''] = text.split(/\n(?=Examples?$|Exit status$)/m);
      expect(options, name).toContain('--help');
      const ownText = options.split('\n\n').filter((part) => /^\S+:\n/.test(part));
      expect(widest(ownText.join('\n')), name).toBeLessThanOrEqual(40);
    }
  });
});

describe('the progress line', () => {
  const asked = (url: string) => `run --base-url ${url} --only list.ok --reporter terminal`;

  it.each<[Record<string, string>, boolean]>([
    [{ TERM: 'xterm' }, true],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'xterm', CI: 'true' }, false],
    [{ TERM: 'xterm', CI: 'false' }, true],
  ])('is overwritten at a terminal with %j: %j', async (env, writtenOver) => {
    const { url } = await startService();
    const { stderr } = await carryOut(asked(url).split(' '), { env: { ...keyed, ...env }, atTerminal: true });
    expect(stderr).toContain('Plan: ');
    expect(stderr.includes(`${csi}0K`)).toBe(writtenOver);
  });

  it.skipIf(noTerminal !== '')(`is overwritten at a real terminal${noTerminal}`, extendedTier, async () => {
    const { url } = await startService();
    const shown = await shownAt(80, asked(url), { ...keyed, NO_COLOR: '1' });
    expect(shown).toContain('PASSED (exit status 0)');
    expect(shown).toContain(`${csi}0K`);
  });
});

describe('common habits', () => {
  it('-q, -h and -V are --quiet, --help and --version, and `help run` is `run --help`', async () => {
    const server = await startService();
    const run = ['run', '--base-url', server.url, '--only', 'list.ok', '--reporter', 'terminal'];
    const processOptions = { env: keyed };
    const [quiet, help, version, helpRun] = await Promise.all([
      carryOut([...run, '-q'], processOptions),
      carryOut(['run', '-h']),
      carryOut(['-V']),
      carryOut(['help', 'run']),
    ]);
    expect([quiet.stderr, quiet.status]).toEqual(['', 0]);
    expect(quiet.stdout.trim().split('\n').length).toBeLessThan(4);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(helpRun).toEqual(help);
    expect((await carryOut(['run', '-h', '--all'])).stdout).toContain('-q, --quiet');
    const wrong = await carryOut(['run', '-q=perhaps']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--q takes no value')]);
  });
});

it('the built file is executable', () => {
  expect(() => accessSync(bin, constants.X_OK)).not.toThrow();
});
