import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type Reporter,
  ReportsNotWritten,
  renderReport,
  UsageError,
  writeReports,
} from 'petstore-conformance';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.ts';
import { carryOut } from '../cli/in-process.ts';
import { sampleReport } from '../report/sample-report.ts';

const counting: Reporter = {
  name: 'counting',
  file: 'count.txt',
  render: ({ findings }) => `${findings.length} findings`,
};

/** Returns the lines without color codes. Leaves out commands, because they are never wrapped. */
const proseOf = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^│ (curl|Verify with) |^petstore-conformance: /.test(line));

describe('renderReport', () => {
  it('returns exactly the text that the command writes', async () => {
    const names = ['json', 'html', 'junit', 'markdown'] as const;
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'in.json'), JSON.stringify(sampleReport));
    const reporters = names.map((name) => `${name}=out.${name}`).join();
    const { status } = await carryOut(['report', 'in.json', '--reporter', reporters], { cwd });
    expect(status).toBe(0);
    for (const name of names)
      expect(await renderReport(sampleReport, name), name).toBe(
        readFileSync(join(cwd, `out.${name}`), 'utf8'),
      );
  });

  it('formats for a terminal of the given width and color', async () => {
    const plain = await renderReport(sampleReport, 'terminal');
    const narrow = await renderReport(sampleReport, 'terminal', { color: true, width: 60 });
    expect(plain).not.toContain('\u001b');
    expect(narrow).toContain('\u001b[');
    const widths = [plain, narrow].map((text) => Math.max(...proseOf(text).map(({ length }) => length)));
    expect(widths[0]).toBeGreaterThan(60);
    for (const [index, most] of [100, 60].entries()) expect(widths[index]).toBeLessThanOrEqual(most);
  });

  it('accepts custom reporters that return a promise of a string', async () => {
    expect(await renderReport(sampleReport, counting)).toBe(`${sampleReport.findings.length} findings`);
    const waiting: Reporter = { name: 'waiting', render: async () => 'done' };
    expect(await renderReport(sampleReport, waiting)).toBe('done');
  });

  const notReporters: readonly (readonly [what: string, value: unknown, says: RegExp])[] = [
    ['an unknown name', 'junti', /must be one of terminal, .*junit/],
    ['a function', () => 'text', /the reporter is a function/],
    ['no name', { render: () => '' }, /needs a name/],
    [
      'the name of a built-in reporter',
      { name: 'json', render: () => '' },
      /has the name of a built-in reporter, json/,
    ],
    ['no render', { name: 'mine' }, /needs a function render\(report\)/],
    ['a file in another folder', { name: 'mine', file: '../x', render: () => '' }, /not a plain file name/],
  ];

  it.each(notReporters)('rejects an invalid reporter: %s', async (_what, reporter, says) => {
    const refused = expect(renderReport(sampleReport, reporter as Reporter)).rejects;
    await refused.toBeInstanceOf(UsageError);
    await refused.toThrow(says);
  });
});

describe('a custom reporter', () => {
  it('may modify its report without affecting other reporters', async () => {
    const spoiling: Reporter = {
      name: 'spoiling',
      render: (report) => {
        (report.findings as unknown[]).length = 0;
        return 'spoilt';
      },
    };
    const before = structuredClone(sampleReport);
    expect(await renderReport(sampleReport, spoiling)).toBe('spoilt');
    expect(sampleReport).toEqual(before);
  });
});

describe('writeReports', () => {
  it('creates the folder, writes the selected reports and returns their paths', async () => {
    const folder = join(await temporaryFolder(), 'new/reports');
    const paths = await writeReports(sampleReport, { folder, reporters: ['json', counting] });
    expect(paths).toEqual([join(folder, 'report.json'), join(folder, 'count.txt')]);
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(sampleReport);
  });

  it('writes the four default reports if none are selected', async () => {
    const folder = await temporaryFolder();
    expect(
      (await writeReports(sampleReport, { folder })).map((path) => path.slice(folder.length + 1)),
    ).toEqual(['report.json', 'report.html', 'junit.xml', 'summary.md']);
  });

  it('names each report that fails, and writes the others', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'junit.xml'));
    const throwing: Reporter = {
      name: 'throwing',
      file: 'x.txt',
      render: () => {
        throw new Error('no ink');
      },
    };
    const wordless = { name: 'wordless', file: 'y.txt', render: () => 42 } as unknown as Reporter;
    const reporters = [throwing, wordless, 'junit', 'markdown'] as const;
    const error: unknown = await writeReports(sampleReport, { folder, reporters }).catch((reason) => reason);
    if (!(error instanceof ReportsNotWritten)) throw error;
    expect(error.failures.map(({ reporter }) => reporter)).toEqual(['throwing', 'wordless', 'junit']);
    expect(error.message.split('\n')).toEqual([
      expect.stringMatching(/^cannot write the throwing report to ".*x\.txt": no ink$/),
      expect.stringMatching(
        /^cannot write the wordless report .*: it returned a value of type number, not a string$/,
      ),
      expect.stringMatching(/^cannot write the junit report .*: it is a directory$/),
    ]);
    expect(error.written).toEqual([join(folder, 'summary.md')]);
    expect(existsSync(join(folder, 'x.txt'))).toBe(false);
  });

  it.each([
    ['a reporter without a file', { reporters: ['terminal'] }, /terminal has no file\. Use renderReport/],
    [
      'two reporters with the same file',
      { reporters: [counting, counting] },
      /two reporters write to "count\.txt"/,
    ],
    ['an unknown option', { dir: 'x' }, /has no option "dir", only reporters and folder/],
    ['unknown reporters', { reporters: ['jso'] }, /must be one of .*json/],
  ])('rejects %s and writes nothing', async (_what, options, says) => {
    const folder = join(await temporaryFolder(), 'none');
    const refused = expect(writeReports(sampleReport, { folder, ...(options as object) })).rejects;
    await refused.toBeInstanceOf(UsageError);
    await refused.toThrow(says);
    expect(existsSync(folder)).toBe(false);
  });
});
