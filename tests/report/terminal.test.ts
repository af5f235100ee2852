import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { render as html } from '../../src/report/html/page.tsx';
import { render as junit } from '../../src/report/junit.ts';
import { render as markdown } from '../../src/report/markdown.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const plain = { color: false, width: 80 };
const { payload: samplePayload } = sampleFinding as Required<Finding>;

const escaped = (text: string) => text.replaceAll('[', '\\[');

/** Renders the report with one observation. */
function observing(text: string, width = 80): string {
  const observations = [{ requirement: 'errors.codes', text }];
  return terminalReport({ ...sampleReport, observations }, { ...plain, width });
}

describe('the terminal report', () => {
  it('ends with a line that one pattern matches for every outcome', () => {
    const outcomes = [
      ['conforms', 'CONFORMS (1 could not be tested, 1 more needs --description)', 0],
      ['passed-selection', 'PASSED, 36 of 45 required requirements selected (1 could not be tested)', 0],
      [
        'nothing new',
        'NOTHING NEW, 36 of 45 required requirements selected (1 known, 1 could not be tested)',
        0,
      ],
      ['does not conform', 'DOES NOT CONFORM', 1],
      ['incomplete', 'INCOMPLETE', 3],
      ['could not be tested', 'COULD NOT BE TESTED', 3],
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

  it('keeps to 80 columns, except for commands', () => {
    const lines = terminalReport(sampleReport, plain).split('\n');
    for (const line of lines.filter((one) => !/curl |Verify with /.test(one))) {
      expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  /** Returns the sample with this many failures. */
  const failing = (count: number, finding: Partial<Finding> = {}): Report => {
    const findings = Array.from(
      { length: count },
      (_, index): Finding => ({ ...sampleFinding, ...finding, requirement: `x.n${index}` }),
    );
    const failed = sampleReport.requirements.filter(({ verdict }) => verdict === 'fail');
    const requirements = findings.flatMap(({ requirement: id }) => failed.map((one) => ({ ...one, id })));
    return { ...sampleReport, findings, requirements };
  };

  it('shows all evidence of three failures, and of any number with --verbose', () => {
    for (const [count, verbose] of [
      [3, false],
      [6, true],
    ] as const) {
      const text = terminalReport(failing(count), { ...plain, verbose });
      expect(text.match(/│ (Source|Compared with|Cases|Also correct|Impact|Verify with) /g)).toHaveLength(
        6 * count,
      );
      expect(text).not.toContain('--verbose');
    }
  });

  it('colors what was expected and what was received, on every line of the text', () => {
    const finding = { ...sampleFinding, expected: 'one '.repeat(30).trim(), received: 'status 201' };
    const colored = terminalReport({ ...sampleReport, findings: [finding] }, { ...plain, color: true });
    const [green, red, end] = ['\u001b[32m', '\u001b[31m', '\u001b[39m'];
    expect(colored).toMatch(new RegExp(`Expected .*${escaped(green)}one .*${escaped(end)}\n`));
    expect(colored.split(green)).toHaveLength(3);
    expect(colored).toMatch(new RegExp(`Received .*${escaped(`${red}status 201${end}`)}\n`));
  });

  it('shows warnings as failures if they fail the run', () => {
    const configuration = { ...sampleReport.configuration, failOn: 'advisory' as const };
    const text = terminalReport({ ...sampleReport, configuration }, { ...plain, quiet: true });
    expect(text).toContain(' FAIL  auth.challenge');
  });

  it('prints only failures and the verdict with `quiet`', () => {
    const text = terminalReport(sampleReport, { ...plain, quiet: true, reportPath: 'reports/report.json' });
    const [failures, end] = text.split('\n\n');
    expect(failures).toMatch(/^── New failures \(1\) ─+\n FAIL {2}auth\.key-missing\n(│.*\n)*│.*$/);
    expect(end).toBe(
      '│ Verdict        1 requirement of the specification is violated.\n' +
        'petstore-conformance: DOES NOT CONFORM (exit status 1) http://127.0.0.1:4010/v1\n',
    );
    const empty = { ...sampleReport, findings: [], requirements: [] };
    expect(terminalReport(empty, { ...plain, quiet: true })).toBe(end);
  });

  it('shows an observation with semicolons as a list', () => {
    const text = observing('401: no_key (4 times); 400: name_missing; 415: other');
    expect(text).toContain(
      '\n│ errors.codes:\n│   · 401: no_key (4 times)\n│   · 400: name_missing\n│   · 415: other\n',
    );
    expect(observing('one; two', 60)).toContain('│   · two\n');
    expect(observing(`${'word '.repeat(30)}end; b`)).toMatch(
      /│ {3}· word .*\n│ {5}word .*\n│ {5}.*end\n│ {3}· b\n/,
    );
  });

  it('shows at most 2,000 characters and 40 items of an observation', () => {
    const long = observing('x'.repeat(2_500));
    expect(long.replaceAll(/\s|│/g, '')).toMatch(/:x{2000}…\(/);
    expect(long).toContain('(500 more characters)');
    const items = observing(Array.from({ length: 10 }, () => 'y'.repeat(300)).join('; '));
    expect(items.match(/· y/g)).toHaveLength(6);
    expect(items).toContain('│   · and 4 more, in report.json');
    expect(observing('z; '.repeat(1_200))).toMatch(
      /(│ {3}· z\n){40}│ {3}· and 1,161 more, in report\.json\n/,
    );
  });

  it('shows the same command as other formats to verify a fix, whether or not a report.json was written', () => {
    const { plan: _, ...bare } = sampleReport.configuration;
    const configuration = { ...bare, profile: 'thorough' as const, description: 'my api.yaml' };
    const report = { ...sampleReport, configuration: { ...configuration, seed: 7 } };
    const command =
      "npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --profile thorough --seed 7 --description 'my api.yaml' --reporter terminal --only auth.key-missing";
    for (const options of [plain, { ...plain, reportPath: 'reports/report.json' }, { ...plain, quiet: true }])
      expect(terminalReport(report, options)).toContain(`│ Verify with    ${command}\n`);
    expect(markdown(report)).toContain(`${command}\n`);
    expect(junit(report)).toContain(`${command}<`);
    expect(html(report)).toContain(`${command}<`);
  });

  it('shows a whole command on one line, or none', () => {
    const curl = `curl -i --data-binary '{"name":"${'long name '.repeat(300)}"}' 'http://127.0.0.1/v1/categories'`;
    const description = `${'a-folder/'.repeat(30)}openapi.json`;
    const configuration = { ...sampleReport.configuration, description };
    const report = { ...sampleReport, configuration, findings: [{ ...sampleFinding, curl }] };
    const lines = terminalReport(report, plain).split('\n');
    expect(lines).toContain(`│ Request        ${curl}`);
    expect(lines).toContain(
      `│ Verify with    npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --plan free --description ${description} --reporter terminal --only auth.key-missing`,
    );
    const longer = { ...sampleFinding, curl: `curl ${'x'.repeat(5_000)}` };
    const text = terminalReport({ ...sampleReport, findings: [longer] }, plain);
    expect(text).toContain('│ Request        5,005 characters long: see `curl` of this finding in');
    expect(text).not.toContain('xxxxx');
  });

  it('does not show the body of a list, which may contain other people’s data', () => {
    const exchange = {
      id: 1,
      purpose: 'list',
      request: {
        method: 'GET',
        url: 'http://127.0.0.1/v1/categories',
        headers: [],
        again: { path: '/categories', operation: 'listCategories', credential: 'bearer' },
      },
      response: { status: 200, reason: 'OK', headers: [], body: '[{"name":"of others"}]', cut: false },
      atMs: 0,
      tookMs: 1,
    };
    const text = terminalReport({ ...sampleReport, findings: [{ ...sampleFinding, exchange }] }, plain);
    expect(text).not.toContain('of others');
  });

  it('has the same text with and without color', () => {
    const colored = terminalReport(sampleReport, { ...plain, color: true });
    expect(colored).toContain('\u001b[');
    expect(stripVTControlCharacters(colored)).toBe(terminalReport(sampleReport, plain));
  });
});

const hostile: readonly (readonly [what: string, text: string])[] = [
  ['an escape sequence', '\u001b]0;owned\u0007\u001b[2J'],
  ['a line break and a workflow command', 'a\r\n::error::b\n::add-mask::c'],
  ['invisible characters', '\u202eSSAP\u2069\u200b\u2028\ud800'],
  ['a build command', '##[error]x ##vso[task.complete result=Succeeded] ##teamcity[buildStop]'],
  ['a command where the line breaks', `${'x'.repeat(66)} ::stop-commands::token ${'y'.repeat(5_000)}`],
  ['commands wherever the line breaks', ':: ::warning::x ::error::y'.repeat(40)],
];

/** Invisible characters and commands of build servers. */
const unseenOrCommand = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\s*::|##[a-z]*\[/u;

describe('hostile strings from the target', () => {
  it.each(hostile)('%s stays data', (_what, text) => {
    const calm = terminalReport(poisoned('calm'), plain).split('\n').length;
    const lines = terminalReport(poisoned(text), plain).split('\n');
    const withPaths = terminalReport(poisoned(text), { ...plain, reportPath: text, htmlPath: text }).split(
      '\n',
    );
    for (const line of withPaths) expect(line).not.toMatch(unseenOrCommand);
    for (const line of lines) {
      expect(line).not.toMatch(unseenOrCommand);
    }
    expect(lines.filter((line) => line.startsWith('petstore-conformance: '))).toHaveLength(1);
    expect(lines.length - calm).toBeLessThan(300);
  });
});

/** Returns the sample with `text` wherever the target's data may appear. */
function poisoned(text: string): Report {
  const exchange = sampleFinding.exchange;
  const response = {
    status: 500,
    reason: text,
    headers: [['Content-Type', text]] as const,
    body: text,
    cut: true,
  };
  const finding: Finding = {
    ...sampleFinding,
    sentence: text,
    expected: text,
    received: text,
    instances: [text],
    places: [{ place: text, count: 1 }],
    alsoCorrect: [{ place: text, count: 1 }],
    listed: text,
    curl: text,
    payload: { ...samplePayload, found: text, smallest: `${text}.`, replay: text },
    ...(exchange === undefined
      ? {}
      : {
          exchange: { ...exchange, response },
          comparedWith: { exchange: { ...exchange, id: 99, response }, curl: text },
        }),
  };
  return {
    ...sampleReport,
    target: text,
    findings: [finding, { ...finding, requirement: 'headers.present', level: 'advisory' }],
    observations: [{ requirement: 'errors.codes', text: `${text}; ${text}` }],
    leftovers: [{ name: text, cause: 'created', how: text }],
    waits: [{ atMs: 0, seconds: 1, reason: text }],
    kitFaults: [text],
    requirements: sampleReport.requirements.map((one) => ({ ...one, reason: text })),
    verdict: { ...sampleReport.verdict, sentence: text },
  };
}
