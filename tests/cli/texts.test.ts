import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { commandNames, flagsOf, helpBelow } from '../../src/cli/commands.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { descriptionDefects } from '../gallery/reference.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { command, type Ended, start, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { parsed } from './parsed.ts';

const topics = [undefined, ...commandNames];

/** The URL that a module loaded with `--import` uses to import the command. */
const mainAsBuilt = new URL('../../dist/src/cli/main.js', import.meta.url).href;

describe('--help', () => {
  /** The output of a process that runs in a different locale. */
  let flag: Ended;
  beforeAll(async () => {
    flag = await command(['--help'], { env: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' } });
  });

  it('is the same without a command, with `help` and with `--help`; each exits with status 0', async () => {
    const [bare, word] = await Promise.all([carryOut([]), carryOut(['help'])]);
    expect(bare).toEqual(flag);
    expect(word).toEqual(flag);
    expect(flag.status).toBe(0);
    for (const line of [
      '  petstore-conformance run ',
      '  petstore-conformance explain <id> ',
      'Examples',
      '  130  interrupted',
    ]) {
      expect(flag.stdout).toContain(line);
    }
  });

  it('of run has every option, examples and exit statuses in 80 columns', async () => {
    const short = await carryOut(['run', '--help']);
    const shownIn = (text: string) => flagsOf('run').filter((flag) => text.includes(` --${flag} `));
    expect(shownIn(short.stdout.split(/^Examples/m)[0] ?? '')).toHaveLength(12);
    expect(short.stdout).toMatch(/--all +with --help: all \d+ options/);
    const { stdout, status } = await carryOut(['run', '--help', '--all']);
    expect([short.status, status]).toEqual([0, 0]);
    expect(shownIn(stdout)).toEqual(flagsOf('run'));
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/PETSTORE_BASE_URL; flags win\./);
    expect(stdout).toMatch(/Exit status\n {2}0 {4}.*\n {2}1 {4}/);
  });

  it.each(topics.map((name) => [name ?? 'the program', name]))(
    'of %s fits on one screen of 40 lines and 80 columns',
    async (_what, name) => {
      const lines = (await parsed([...(name === undefined ? [] : [name]), '--help'], 80)).text.split('\n');
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(40);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    },
  );

  it('names the defaults of each command, not those of run', async () => {
    const { stdout } = await carryOut(['replay', '--help']);
    expect(stdout).not.toContain('reference server');
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/--base-url [^-]*\(default: the target of the report\)/);
  });

  for (const { rows, options } of inTiers([80, 100], 2))
    it.each(rows)('keeps commands whole in a terminal of %i columns', options, async (width) => {
      for (const name of topics) {
        const { text } = await parsed([...(name === undefined ? [] : [name]), '--help'], width);
        const commands = text.split('\n').filter((line) => line.startsWith('  npx petstore-conformance '));
        expect(commands, name).toEqual(
          helpBelow(name)
            .split('\n')
            .filter((line) => line.startsWith('  npx ')),
        );
        expect(commands.length).toBeGreaterThan(0);
      }
      const longest = topics.flatMap((name) =>
        helpBelow(name)
          .split('\n')
          .map(({ length }) => length),
      );
      expect(Math.max(...longest)).toBeLessThanOrEqual(80);
    });

  it('has examples that the parser accepts', async () => {
    const examples = topics.flatMap((name) =>
      [
        ...helpBelow(name)
          .replaceAll(/ \\\n +/g, ' ')
          .matchAll(/^ {2}npx petstore-conformance (.*)$/gm),
      ].map(([, words = '']) => words.match(/(?:'[^']*'|[^ ])+/g) ?? []),
    );
    for (const words of examples) expect((await parsed(words)).name, words.join(' ')).toBe(words[0]);
  });
});

it('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await command(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

describe('list', () => {
  it('shows every requirement by section in 80 columns', async () => {
    const { stdout, status } = await carryOut(['list']);
    expect(status).toBe(0);
    for (const { id } of catalog) expect(stdout).toMatch(new RegExp(`^  ${id.replaceAll('.', '\\.')} `, 'm'));
    expect(stdout).toMatch(/^Authentication$/m);
    expect(stdout).toContain(`${catalog.length} requirements`);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('can show a single level, as text or as JSON', async () => {
    // Internal fields of a requirement are not public.
    const wanted = catalog
      .filter(({ level }) => level === 'advisory')
      .map(({ traits: _inner, ...row }) => row);
    const { stdout } = await carryOut(['list', '--level', 'advisory', '--json']);
    expect(JSON.parse(stdout)).toEqual({ requirementsVersion: expect.any(String), requirements: wanted });
  });

  it('shows the defects with the requirements that they violate, at most 80 columns wide', async () => {
    const { stdout, status } = await carryOut(['list', '--defects']);
    expect(status).toBe(0);
    const flat = stdout.replace(/\s+/g, ' ');
    for (const { id, title, requirements } of defects)
      expect(flat).toContain(`${id} ${title} violates ${requirements.join(', ')}`);
    expect(flat).toContain('(with --profile thorough)');
    expect(flat).toContain(`${defects.length} servers with one defect each`);
    expect(flat).toContain(`The gallery runs ${defects.length - descriptionDefects.length} of them.`);
    expect(stdout).toMatch(/^npx petstore-conformance serve --defect ID starts one\.$/m);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('shows the variants with their warnings', async () => {
    const flat = (await carryOut(['list', '--variants'])).stdout.replace(/\s+/g, ' ');
    for (const { id, title, warnings } of variants)
      expect(flat).toContain(
        `${id} ${title}${warnings.length === 0 ? ' ' : ` warnings: ${warnings.join(', ')} `}`,
      );
    expect(flat).toContain('npx petstore-conformance serve --variant ID starts one.');
  });

  it('ends without an error when the reader closes the pipe', async () => {
    const started = start(['list', '--json']);
    started.child.stdout?.destroy();
    const { status, stderr } = await started.ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it(
  'commands that only print text do not load the HTTP client, the schema compiler or the generator',
  extendedTier,
  async () => {
    const folder = await temporaryFolder();
    const log = join(folder, 'loaded.txt');
    const hooks = `import { appendFileSync } from 'node:fs';
    export async function resolve(specifier, context, next) {
      appendFileSync(${JSON.stringify(log)}, specifier + '\\n');
      return next(specifier, context);
    }`;
    await writeFile(join(folder, 'hooks.mjs'), hooks);
    // These commands run first, in the same process as the last command.
    const others = [['--help'], ['--version'], ['list'], ['list', '--defects']];
    const before = `import { register } from 'node:module';
    register('./hooks.mjs', import.meta.url);
    const { main } = await import(${JSON.stringify(mainAsBuilt)});
    const stream = { write: (text) => text !== '' };
    for (const args of ${JSON.stringify(others)})
      process.exitCode ||= await main(args, { env: {}, stdout: stream, stderr: stream, redact: String });`;
    await writeFile(join(folder, 'before.mjs'), before);
    const options = { nodeArgs: ['--import', join(folder, 'before.mjs')] };
    const { status, stderr } = await command(['explain', 'auth.key-missing'], options);
    expect([status, stderr]).toEqual([0, '']);
    const loaded = readFileSync(log, 'utf8').split('\n');
    for (const part of ['yargs', 'commands/list.js', 'commands/explain.js'])
      expect(loaded.filter((one) => one.endsWith(part))).not.toEqual([]);
    expect(loaded.filter((one) => /^(undici|ajv|ajv-formats|fast-check)(\/|$)/.test(one))).toEqual([]);
  },
);

describe('run --dry-run', () => {
  it('prints the plan and all its requests, and sends nothing', async () => {
    const { stdout, status } = await carryOut(['run', '--dry-run', '--plan', 'free']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}list\.ok +the list before the first creation$/m);
    expect(stdout.match(/^ {2}invalid\./gm)?.length).toBeGreaterThan(30);
    expect(stdout).toMatch(
      /^Plan: normally 118 requests, 11 categories and 1 wait for the limit to reset; at most 624 requests, 40 categories and 2 min 30 s of waits\.$/m,
    );
    expect(stdout).toMatch(/Nothing was sent/);
  });
});
