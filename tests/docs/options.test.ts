import { describe, expect, it } from 'vitest';
import { commandNames, optionsOf } from '../../src/cli/command-options.ts';
import { runOptions, serveOptions, variableOf } from '../../src/cli/options.ts';
import { reporterFiles } from '../../src/report/reporters.ts';
import { blocks, codeWords, page, pages, table } from './markdown.ts';

const known = new Set([
  ...commandNames.flatMap((name) => optionsOf[name].map(({ flag }) => flag)),
  'help',
  'version',
]);
const variables = new Set([
  'PETSTORE_API_KEY',
  // Read by tests alone: which browser, and which releases of Node.js.
  'PETSTORE_CHROMIUM',
  'PETSTORE_NODES',
  ...runOptions.map(({ flag }) => variableOf(flag)),
]);
const command = /(?:petstore-conformance|node dist\/src\/bin\.js) ([a-z]+)(.*)/g;

const flagsIn = (text: string) =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag]) => flag ?? '');

describe.each(pages)('$path', ({ text }) => {
  const shells = blocks(text, 'sh').join('\n');

  it('mentions options that the parser knows', () => {
    const own = [...codeWords(text), shells].filter((words) => !/\b(npm|git|vitest)\b/.test(words));
    expect(own.flatMap(flagsIn).filter((flag) => !known.has(flag))).toEqual([]);
  });

  it('shows commands with options of their own', () => {
    const wrong = [...shells.matchAll(command)].flatMap(([line, name, rest]) => {
      const rows = commandNames.find((one) => one === name);
      if (rows === undefined) return [line];
      const flags = optionsOf[rows].map(({ flag }) => flag);
      return flagsIn(rest ?? '').some((flag) => !flags.includes(flag)) ? [line] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('mentions variables that are read', () => {
    const names = [...text.matchAll(/PETSTORE_[A-Z_]+/g)].map(([name]) => name);
    expect(names.filter((name) => !variables.has(name))).toEqual([]);
  });
});

describe('the tables of options', () => {
  it('docs/options.md lists every option of run in the words of the help', () => {
    expect(table(page('docs/options.md'), 'Options of `run`')).toEqual(
      runOptions.map(({ flag, description, standard = '' }) => [`\`--${flag}\``, description, standard]),
    );
  });

  it('docs/reports.md lists every reporter, and the file that it writes', () => {
    expect(
      table(page('docs/reports.md'), 'Reports, waivers and differences').map((cells) => cells.slice(0, 2)),
    ).toEqual(
      Object.entries(reporterFiles).map(([name, file]) => [
        `\`${name}\``,
        file === undefined ? 'standard output' : `\`${file}\``,
      ]),
    );
  });

  it('docs/reference-server.md lists every option of serve', () => {
    expect(table(page('docs/reference-server.md'), 'From the command line').map(([flag]) => flag)).toEqual(
      serveOptions.map(({ flag }) => `\`--${flag}\``),
    );
  });
});
