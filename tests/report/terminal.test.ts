import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOut } from '../cli/in-process.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const plain = { color: false, width: 80 };
const escaped = (text: string) => text.replaceAll('[', '\\[');

describe('the terminal report', () => {
  it('ends with a line of the same form for every outcome', () => {
    const outcomes = [
      ['conforms', 'CONFORMS', 0],
      ['passed', 'PASSED', 0],
      ['does not conform', 'DOES NOT CONFORM', 1],
      ['no verdict', 'NO VERDICT', 3],
      ['interrupted', 'INTERRUPTED', 130],
    ] as const;
    for (const [outcome, headline, exitStatus] of outcomes) {
      const verdict = { ...sampleReport.verdict, outcome, exitStatus } as Report['verdict'];
      const lines = terminalReport({ ...sampleReport, verdict }, plain)
        .trimEnd()
        .split('\n');
      const [, words, status] =
        /^petstore-conformance: ([A-Z].*) \(exit status (\d+)\) http[^ ]+(?:$|: )/.exec(lines.at(-1) ?? '') ??
        [];
      expect([words, status]).toEqual([headline, String(exitStatus)]);
    }
  });

  /** Returns the sample report with this many failures. */
  const failing = (count: number, finding: Partial<Finding> = {}): Report => {
    const findings = Array.from(
      { length: count },
      (_, index): Finding => ({
        ...sampleFinding,
        ...finding,
        requirement: `x.n${index}`,
        cause: `cause ${index}`,
      }),
    );
    const failed = sampleReport.requirements.filter(({ verdict }) => verdict === 'fail');
    const requirements = findings.flatMap(({ requirement: id }) => failed.map((one) => ({ ...one, id })));
    return { ...sampleReport, findings, requirements };
  };

  it('shows how to fix each of three failures, and all evidence with --verbose', () => {
    for (const [count, verbose] of [
      [3, false],
      [6, true],
    ] as const) {
      const text = terminalReport(failing(count), { ...plain, verbose });
      const labels = verbose
        ? /│ (Source|Compared with|Cases|Fix|Verify with) /g
        : /│ (Fix|curl|Verify with) /g;
      expect(text.match(labels)).toHaveLength((verbose ? 5 : 3) * count);
      expect(text).not.toContain('--verbose');
    }
  });

  it('colors what was expected and what was received, on every line of the text', () => {
    const finding = {
      ...sampleFinding,
      expected: 'one '.repeat(30).trim(),
      received: 'other '.repeat(30).trim(),
    };
    const colored = terminalReport({ ...sampleReport, findings: [finding] }, { ...plain, color: true });
    const [green, red, end] = ['\u001b[32m', '\u001b[31m', '\u001b[39m'];
    expect(colored).toMatch(new RegExp(`Expected .*${escaped(green)}one .*${escaped(end)}\n`));
    expect(colored.split(green)).toHaveLength(3);
    expect(colored).toMatch(new RegExp(`Received .*${escaped(red)}other .*${escaped(end)}\n`));
  });

  it('shows warnings as failures if they fail the run', () => {
    const configuration = { ...sampleReport.configuration, failOn: 'advisory' as const };
    const text = terminalReport({ ...sampleReport, configuration }, { ...plain, quiet: true });
    expect(text).toMatch(/^✕ .*\n(?:│ .*\n)?│ auth\.challenge/m);
  });

  it('prints only failures and the verdict with `quiet`', () => {
    const text = terminalReport(sampleReport, { ...plain, quiet: true, reportPath: 'reports/report.json' });
    const [failures] = text.split('\n\n');
    expect(failures).toMatch(/^✕ .*\n(?:│ .*\n)?│ auth\.key-missing · .*\n/);
    expect(text).not.toContain('Not tested');
    const end = 'petstore-conformance: DOES NOT CONFORM (exit status 1) http://127.0.0.1:4010/v1\n';
    expect(text.endsWith(`\n\n${end}`)).toBe(true);
    const empty = { ...sampleReport, findings: [], requirements: [] };
    expect(terminalReport(empty, { ...plain, quiet: true })).toBe(end);
  });

  it('shows a long command on one line, in full', () => {
    const curl = `curl -i --data-binary '{"name":"${'long name '.repeat(300)}"}' 'http://127.0.0.1/v1/categories'`;
    const description = `${'a-folder/'.repeat(30)}openapi.json`;
    const configuration = { ...sampleReport.configuration, description };
    const report = { ...sampleReport, configuration, findings: [{ ...sampleFinding, curl }] };
    const lines = terminalReport(report, plain).split('\n');
    expect(lines).toContain(`│ curl           ${curl}`);
    expect(lines).toContain(
      `│ Verify with    npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --plan free --description ${description} --reporter terminal --only auth.key-missing`,
    );
  });

  it('uses only ASCII symbols if the locale is not UTF-8', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'report.json'), JSON.stringify(sampleReport));
    const print = async (env: Record<string, string>) =>
      (await carryOut(['report', 'report.json'], { cwd, env })).stdout;
    for (const env of [{ LANG: 'C' }, { LC_ALL: 'de_DE.ISO-8859-1', LANG: 'C.UTF-8' }])
      expect(await print(env)).toMatch(/^x [\n -~]*$/);
    for (const env of [{}, { LANG: 'C.UTF-8' }, { LC_ALL: 'en_US.utf8', LANG: 'C' }])
      expect(await print(env)).toMatch(/^✕ .* → /);
  });

  it('has the same text with and without color', () => {
    const colored = terminalReport(sampleReport, { ...plain, color: true });
    expect(colored).toContain('\u001b[');
    expect(stripVTControlCharacters(colored)).toBe(terminalReport(sampleReport, plain));
  });
});
