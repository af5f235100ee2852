import { describe, expect, it } from 'vitest';
import { commandNames, commands, entryOf, flagsOf } from '../../src/cli/commands.ts';
import { flagOf, standardWords, variableOf } from '../../src/config/option.ts';
import { commandOptions, profiles } from '../../src/config/options.ts';
import { removedCommands, removedOptions } from '../../src/config/removed.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { runOutcomeOf } from '../../src/engine/verdict.ts';
import type { RequirementResult } from '../../src/report/model/report.ts';
import { outcomes, verdictOfClass } from '../../src/report/model/verdicts.ts';
import { reporterFiles } from '../../src/report/reporter.ts';
import { type ReasonClass, reason, reasonClasses, reasonCodes } from '../../src/spec/reasons.ts';
import { blocks, codeWords, page, pages, table } from './markdown.ts';

const known = new Set([...commandNames.flatMap(flagsOf), 'help', 'version']);
const variables = new Set([
  'PETSTORE_API_KEY',
  // Only tests read these variables.
  'PETSTORE_CHROMIUM',
  'PETSTORE_NODES',
  'PETSTORE_TINYPROXY',
  ...Object.keys(commandOptions).map(variableOf),
]);
const command = /(?:petstore-conformance|node dist\/src\/bin\.js) ([a-z]+)(.*)/g;

/** Removed options, which two pages name because they say what replaces them. */
const removed = new Set(Object.keys(removedOptions).map(flagOf));
const removedVariables = new Set(Object.keys(removedOptions).map(variableOf));
const historical = ['CHANGELOG.md', 'docs/reference/compatibility.md'];

const flagsIn = (text: string) =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag]) => flag ?? '');

describe.each(pages)('$path', ({ path, text }) => {
  const shells = blocks(text, 'sh').join('\n');

  it('mentions only existing options', () => {
    const own = [...codeWords(text), shells].filter(
      (words) => !/\b(npm|npx --yes|git|vitest|pnpm|yarn)\b/.test(words),
    );
    const isOld = (flag: string) =>
      historical.includes(path) &&
      (removed.has(flag) || /^(renew|prune|markdown|skip-unreadable)$/.test(flag));
    expect(own.flatMap(flagsIn).filter((flag) => !known.has(flag) && !isOld(flag))).toEqual([]);
  });

  it('shows commands only with options that they have', () => {
    const wrong = [...shells.matchAll(command)].flatMap(([line, name, rest]) => {
      const rows = commandNames.find((one) => one === name);
      if (rows === undefined) return [line];
      const flags = flagsOf(rows);
      return flagsIn(rest ?? '').some((flag) => !flags.includes(flag)) ? [line] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('mentions only environment variables that the kit or its tests read', () => {
    const names = [...text.matchAll(/PETSTORE_[A-Z_]+/g)].map(([name]) => name);
    const isOld = (name: string) => historical.includes(path) && removedVariables.has(name);
    expect(names.filter((name) => !variables.has(name) && !isOld(name))).toEqual([]);
  });
});

describe('the option tables', () => {
  it('docs/reference/command-line.md is generated from the option definitions (npm run write -- options)', async () => {
    const options = Object.entries(commands.run.options).map(([name, row]) => [
      `\`--${flagOf(name)}\``,
      row.words,
      standardWords(row) ?? '',
    ]);
    const bounds = profiles
      .map(defaultSettings)
      .map((of) => [
        `\`${of.profile}\``,
        ...[of.maxRequests, of.maxCreates, of.concurrency].map((count) => count.toLocaleString('en-US')),
        ...[of.exhaust, of.nearMisses].map((on) => (on ? 'yes' : 'no')),
      ]);
    const others = commandNames
      .filter((name) => name !== 'run')
      .map((name) => [`\`${name}\``, entryOf(name).description]);
    const tables = { '| Option |': options, '| Command |': others, '| Profile |': bounds };
    const written = Object.entries(tables).reduce(
      (text, [head, rows]) => withRows(text, head, rows),
      page('docs/reference/command-line.md'),
    );
    await expect(written).toMatchFileSnapshot('../../docs/reference/command-line.md');
  });

  it('docs/reference/compatibility.md lists what version 0.4 removed (npm run write -- options)', async () => {
    const rows = [
      ...Object.entries(removedCommands).map(([name, instead]) => [`\`${name}\``, instead]),
      ...Object.entries(removedOptions).map(([name, { as, input, instead }]) => {
        const names = [
          ...(as === 'option' ? [`\`--${flagOf(name)}\``] : []),
          `\`${variableOf(name)}\``,
          ...(input ? [`the input \`${flagOf(name)}\` of the action`] : []),
        ];
        return [names.join(', '), instead];
      }),
    ];
    const written = withRows(page('docs/reference/compatibility.md'), '| Removed |', rows);
    await expect(written).toMatchFileSnapshot('../../docs/reference/compatibility.md');
  });

  it('docs/reference/reports.md lists every reason, and what it means for the exit status (npm run write -- options)', async () => {
    const listed = reasonClasses.map((of) => {
      const codes = reasonCodes.filter((code) => reason(code).class === of);
      return [of, ...exitStatusesOf(of), codes.map((code) => `\`${code}\``).join(', ')];
    });
    const written = withRows(page('docs/reference/reports.md'), '| Class |', listed);
    await expect(written).toMatchFileSnapshot('../../docs/reference/reports.md');
  });

  it('docs/reference/reports.md lists every reporter and its file', () => {
    expect(
      table(page('docs/reference/reports.md'), 'Reports and differences').map((cells) => cells.slice(0, 2)),
    ).toEqual(
      Object.entries(reporterFiles).map(([name, file]) => [
        `\`${name}\``,
        file === undefined ? 'standard output' : `\`${file}\``,
      ]),
    );
  });

  it('docs/reference/reference-server.md lists every option of serve', () => {
    expect(
      table(page('docs/reference/reference-server.md'), 'From the command line').map(([flag]) => flag),
    ).toEqual(flagsOf('serve').map((flag) => `\`--${flag}\``));
  });
});

/**
 * Returns the exit statuses, without and with `--strict`, of a run in which a required requirement has a reason of this
 * class.
 */
function exitStatusesOf(reasonClass: ReasonClass): readonly string[] {
  const verdict = verdictOfClass(reasonClass);
  const open = {
    id: 'list.ok',
    level: 'required',
    verdict,
    reason: { code: '', class: reasonClass, text: '' },
  };
  const passed = { id: 'list.category', level: 'required', verdict: 'pass' };
  const requirements = [open, passed].map(
    (one) => ({ title: '', source: '', tested: 0, ...one }) as RequirementResult,
  );
  const facts = { interrupted: false, requirements, kitFaults: 0, checkFaults: 0, failOnAdvisory: false };
  return [false, true].map((strict) => String(outcomes[runOutcomeOf({ ...facts, strict })].exitStatus));
}

/** Replaces the rows of the table that begins with `head`. */
function withRows(text: string, head: string, rows: readonly (readonly string[])[]): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(head)) + 2;
  const end = lines.indexOf('', first);
  return lines.toSpliced(first, end - first, ...rows.map((cells) => `| ${cells.join(' | ')} |`)).join('\n');
}
