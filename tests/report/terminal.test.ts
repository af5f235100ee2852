import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Finding, PayloadEvidence, Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const plain = { color: false, width: 80 };
const { payload: drawnSample } = sampleFinding as Required<Finding>;

/** The report with one observation. */
function observing(text: string, width = 80): string {
  const observations = [{ requirement: 'errors.codes', text }];
  return terminalReport({ ...sampleReport, observations }, { ...plain, width });
}

describe('the terminal report', () => {
  it('shows a failure as requirement, sentence, command, expected, received, places and cure', () => {
    const text = terminalReport(sampleReport, plain);
    const wanted = [
      ' FAIL  auth.key-missing',
      '│ a request without an API key must be answered 401',
      '│ Source    Authentication 2, 3 (required): “When the key is missing or',
      `│ Request   ${sampleFinding.curl}`,
      '│ Expected  status 401',
      '│ Received  status 201',
      '│ Answer    201 Created · application/json · {"id":12,"name":"kitaab"}',
      "│ After     curl -sS -i 'http://127.0.0.1:4010/v1/categories'",
      '│ Answer    200 OK · with {"id":12,"name":"kitaab"}',
      '│ Seen      3 of 24 times: POST /categories returned 201 (2), GET',
      '│ Cases     no Authorization header, on a connection that had the key',
      '│ Means     Whoever knows the address reads or writes without a key.',
      '│ Mend      Put the key check before every route',
      '│ Check     npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --plan free --description openapi.yaml --only auth.key-missing\n',
    ];
    let from = 0;
    for (const line of wanted) {
      const at = text.indexOf(line, from);
      expect(at, line).toBeGreaterThanOrEqual(0);
      from = at;
    }
  });

  it('goes from failures to warnings, observations, what was left out, numbers and the verdict', () => {
    const text = terminalReport(sampleReport, plain);
    const order = [
      '── New failures (1)',
      '── Warnings (1)',
      '── Observed, not judged (2)',
      '│ errors.codes: UNAUTHORIZED for 401, always',
      '│ create.location: a 201 carries a Location header',
      '── Not exercised (1)',
      '│ others use this key: limit.recovers',
      '│ Not asked for, 1 in all: needs --description (1)',
      '│ Rows      8 in all: 2 passed · 1 failed · 1 warned · 1 observed · 1 not',
      '│ Added     Our API guide: 1 passed',
      '│ Requests  86 in 75 s: 62 with the key, 24 without, 1 answered 429, 1 repeated',
      '│ Waited    61 s: the time that the 429 gave',
      '│ Left over 2 categories, 1 of them stored though they should have been',
      '\npetstore-conformance: DOES NOT CONFORM (exit status 1) http://127.0.0.1:4010/v1\n',
    ];
    const places = order.map((line) => text.indexOf(line));
    expect(places.indexOf(-1), order[places.indexOf(-1)]).toBe(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(text.endsWith('http://127.0.0.1:4010/v1\n')).toBe(true);
  });

  it('is short beside a failure, where another report holds the rest', () => {
    const text = terminalReport(sampleReport, {
      ...plain,
      reportPath: 'reports/report.json',
      htmlPath: 'reports/report.html',
    });
    const [failures = '', ...rest] = text.split('\n\n');
    expect(failures).toMatch(/^── New failures \(1\) /);
    expect(rest.join('\n\n')).not.toMatch(/Observed, not judged|│ (Quota|Run|Mend|Not asked) /);
    expect(rest[0]?.replaceAll(/\n│ {2,}/g, ' ')).toMatch(
      /^── Warnings \(1\) ─+\n│ auth\.challenge: expected a WWW-Authenticate header, received none \(24 times: .*\)$/,
    );
    expect(text).toContain('│ others use this key: limit.recovers');
    expect(text).toMatch(/│ Left over .*\n.*\(the service has no DELETE\)\n/);
    expect(text).toMatch(/│ Earlier {3}3 categories left by earlier runs, not judged: ids 5, 7\n/);
    expect(text.replaceAll(/\n│ {2,}/g, ' ')).toContain(
      '│ Report    reports/report.html and reports/report.json, with what was observed, the quota, and',
    );
  });

  it('is whole where nothing fails, and says where the reports are', () => {
    const findings = sampleReport.findings.filter(({ requirement: id }) => id !== sampleFinding.requirement);
    const text = terminalReport({ ...sampleReport, findings }, { ...plain, reportPath: 'r.json' });
    expect(text).toMatch(/── Observed, not judged[\s\S]*│ Run [\s\S]*│ Report {4}r\.json\n/);
    expect(text).toContain('│ Check     npx petstore-conformance replay r.json --finding auth.challenge\n');
  });

  it('ends in a line that one pattern finds for every outcome', () => {
    const outcomes = {
      conforms: 0,
      'does not conform': 1,
      'could not be tested': 3,
      interrupted: 130,
    } as const;
    for (const [outcome, exitStatus] of Object.entries(outcomes)) {
      const verdict = { ...sampleReport.verdict, outcome, exitStatus } as Report['verdict'];
      const lines = terminalReport({ ...sampleReport, verdict }, plain)
        .trimEnd()
        .split('\n');
      expect(lines.at(-1)).toMatch(
        new RegExp(`^petstore-conformance: ${outcome.toUpperCase()} \\(exit status ${exitStatus}\\) `),
      );
    }
  });

  it('keeps to 80 columns, commands apart', () => {
    const lines = terminalReport(sampleReport, plain).split('\n');
    for (const line of lines.filter((one) => !/curl |Check /.test(one))) {
      expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  it('stays readable with forty failures: no "Means", and all of them named again at the end', () => {
    const findings = Array.from(
      { length: 40 },
      (_, index): Finding => ({ ...sampleFinding, requirement: `x.n${index}` }),
    );
    const failed = sampleReport.requirements.filter(({ verdict }) => verdict === 'fail');
    const requirements = findings.flatMap(({ requirement: id }) => failed.map((row) => ({ ...row, id })));
    const text = terminalReport({ ...sampleReport, findings, requirements }, plain);
    expect(text).not.toContain('│ Means');
    expect(text).toMatch(/│ Failed {4}x\.n0, x\.n1, .*/);
    expect(text.split('\n').length).toBeLessThan(40 * 18);
  });

  it('puts the causes of one requirement into one block, those that add little into a line each', () => {
    const {
      payload: _,
      comparedWith: _proof,
      ...other
    } = { ...sampleFinding, signature: 'other', received: 'status 403' };
    const generated = { ...sampleFinding, signature: 'generated', received: 'status 500' };
    const findings = [sampleFinding, other, generated];
    const text = terminalReport({ ...sampleReport, findings }, { ...plain, width: 110 });
    expect(text.match(/FAIL/g)).toHaveLength(1);
    expect(text.replaceAll(/\n│ {2,}/g, ' ')).toMatch(
      /│ Also {6}status 403, 3 of 24 times: POST .* \(no Authorization header, on a .*\) · 201 Created · .*\n/,
    );
    expect(text).toContain('│ Received  status 500');
    const elsewhere = { ...other, expected: 'status 400' };
    expect(terminalReport({ ...sampleReport, findings: [sampleFinding, elsewhere] }, plain)).toContain(
      '│ Received  status 403',
    );
  });

  it('shows faults of the kit before everything else', () => {
    const text = terminalReport({ ...sampleReport, kitFaults: ['a check threw TypeError'] }, plain);
    expect(text.startsWith('── Faults of the kit (1)')).toBe(true);
  });

  it('does not list what was not exercised where the run ended at its first request', () => {
    const verdict = { ...sampleReport.verdict, outcome: 'could not be tested', exitStatus: 3 } as const;
    const requests = { ...sampleReport.requests, total: 1 };
    const text = terminalReport({ ...sampleReport, findings: [], verdict, requests }, plain);
    expect(text).not.toContain('Not exercised');
    expect(text.replaceAll(/\n│ {2,}/g, ' ')).toContain('1 not exercised');
  });

  it('shows warnings as failures where they fail the run', () => {
    const configuration = { ...sampleReport.configuration, failOnAdvisory: true };
    const text = terminalReport({ ...sampleReport, configuration }, { ...plain, quiet: true });
    expect(text).toContain(' FAIL  auth.challenge');
  });

  it('prints failures and the verdict alone when asked to be quiet', () => {
    const text = terminalReport(sampleReport, { ...plain, quiet: true, reportPath: 'reports/report.json' });
    const [failures, end] = text.split('\n\n');
    expect(failures).toMatch(/^── New failures \(1\) ─+\n FAIL {2}auth\.key-missing\n(│.*\n)*│.*$/);
    expect(end).toBe(
      '│ Verdict   1 required row is broken: auth.key-missing.\n' +
        'petstore-conformance: DOES NOT CONFORM (exit status 1) http://127.0.0.1:4010/v1\n',
    );
    const alsoCorrect = { ...sampleReport, findings: [], requirements: [] };
    expect(terminalReport(alsoCorrect, { ...plain, quiet: true })).toBe(end);
  });

  it('names the versions where the kit has a fault, quiet or not', () => {
    const faulty = { ...sampleReport, kitFaults: ['a check threw TypeError'] };
    for (const quiet of [true, false])
      expect(terminalReport(faulty, { ...plain, quiet })).toMatch(/with kit 0\.1\.0 and\n│ Node 20\.20\.2\./);
  });

  it('shows an observation that is a list item by item', () => {
    const text = observing('401: no_key (4 times); 400: name_missing; 415: other');
    expect(text).toContain(
      '\n│ errors.codes:\n│   · 401: no_key (4 times)\n│   · 400: name_missing\n│   · 415: other\n',
    );
    expect(observing('one; two', 60)).toContain('│   · two\n');
    expect(observing(`${'word '.repeat(30)}end; b`)).toMatch(
      /│ {3}· word .*\n│ {5}word .*\n│ {5}.*end\n│ {3}· b\n/,
    );
  });

  it('shows 2,000 characters of an observation, in items or not, and of a list 40 lines', () => {
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

  it('shows a drawn body as found and at its smallest, and how to send it again', () => {
    const text = terminalReport(sampleReport, plain);
    expect(text).toContain(
      '│ Found     {"name":-2147483649,"description":"kitaab"}\n' +
        '│ Smallest  that of the request (after 7 tries)\n' +
        '│ Seen ',
    );
  });

  it.each<[what: string, payload: Partial<PayloadEvidence>, says: RegExp]>([
    ['one try', { tries: 1 }, /│ Smallest {2}that of the request \(after 1 try\)\n/],
    ['no try', { tries: 0 }, /│ Smallest {2}that of the request\n/],
    [
      'nothing smaller',
      { smallest: '{"a":1}', found: '{"a":1}' },
      /│ Smallest {2}that of the request: none smaller was found \(after 7 tries\)\n/,
    ],
    [
      'nothing sought, for the request shows it',
      { smallest: '{"a":1}', found: '{"a":1}', tries: 0 },
      /│ Answer {4}200 OK .*\n│ Seen /,
    ],
    ['no body at first', { found: '' }, /│ Found {5}no body\n/],
    ['a long body', { found: 'b'.repeat(500) }, /b… \(100\n│ +more characters\)\n/],
    [
      'long runs of blanks',
      { found: `{${' '.repeat(10)}"a" :${'\t'.repeat(9)}1}` },
      /│ Found {5}\{ "a" : 1\} \(runs of blanks left out\)\n/,
    ],
  ])('shows a drawn body: %s', (_what, change, says) => {
    const payload = { ...drawnSample, ...change };
    const text = terminalReport({ ...sampleReport, findings: [{ ...sampleFinding, payload }] }, plain);
    expect(text).toMatch(says);
  });

  it.each([
    ['reports/report.json', 'reports/report.json'],
    ["it's $& here/report.json", "'it'\\''s $& here/report.json'"],
  ])(
    'gives each requirement a command that tells whether it is mended, by the path of the report: %s',
    (reportPath, word) => {
      for (const quiet of [true, false])
        expect(terminalReport(sampleReport, { ...plain, quiet, reportPath })).toContain(
          `│ Check     npx petstore-conformance replay ${word} --finding auth.key-missing\n`,
        );
    },
  );

  it('gives a run of the requirement alone where no report was written, with what it needs', () => {
    const { plan: _, ...bare } = sampleReport.configuration;
    const configuration = { ...bare, profile: 'thorough', description: 'my api.yaml' };
    expect(terminalReport({ ...sampleReport, configuration }, plain)).toContain(
      "│ Check     npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --profile thorough --description 'my api.yaml' --only auth.key-missing\n",
    );
  });

  it('never breaks a command, and does not show half of one', () => {
    const curl = `curl -i --data-binary '{"name":"${'long name '.repeat(300)}"}' 'http://127.0.0.1/v1/categories'`;
    const reportPath = `${'a-folder/'.repeat(30)}report.json`;
    const report = { ...sampleReport, findings: [{ ...sampleFinding, curl }] };
    const lines = terminalReport(report, { ...plain, reportPath }).split('\n');
    expect(lines).toContain(`│ Request   ${curl}`);
    expect(lines).toContain(
      `│ Check     npx petstore-conformance replay ${reportPath} --finding auth.key-missing`,
    );
    const longer = { ...sampleFinding, curl: `curl ${'x'.repeat(5_000)}` };
    const text = terminalReport({ ...sampleReport, findings: [longer] }, plain);
    expect(text).toContain('│ Request   a command of 5,005 characters: `curl` of this finding in');
    expect(text).not.toContain('xxxxx');
  });

  it('does not print the body of a list, which may be other people’s', () => {
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

  it('colours only when told to, and the same text', () => {
    const coloured = terminalReport(sampleReport, { ...plain, color: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(terminalReport(sampleReport, plain));
  });
});

const hostile: readonly (readonly [what: string, text: string])[] = [
  ['an escape sequence', '\u001b]0;owned\u0007\u001b[2J'],
  ['a line break and a workflow command', 'a\r\n::error::b\n::add-mask::c'],
  ['what cannot be seen', '\u202eSSAP\u2069\u200b\u2028\ud800'],
  ['a build command', '##[error]x ##vso[task.complete result=Succeeded] ##teamcity[buildStop]'],
  ['a command where the line breaks', `${'x'.repeat(66)} ::stop-commands::token ${'y'.repeat(5_000)}`],
  ['commands wherever the line breaks', ':: ::warning::x ::error::y'.repeat(40)],
];

/** What no line may hold: characters that nobody sees, and what a build server would obey. */
const unseenOrCommand = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\s*::|##[a-z]*\[/u;

describe('hostile texts from the target', () => {
  it.each(hostile)('%s cannot leave its place', (_what, text) => {
    const calm = terminalReport(poisoned('calm'), plain).split('\n').length;
    const lines = terminalReport(poisoned(text), plain).split('\n');
    const beside = terminalReport(poisoned(text), { ...plain, reportPath: text, htmlPath: text }).split('\n');
    for (const line of beside) expect(line).not.toMatch(unseenOrCommand);
    for (const line of lines) {
      expect(line).not.toMatch(unseenOrCommand);
    }
    expect(lines.filter((line) => line.startsWith('petstore-conformance: '))).toHaveLength(1);
    expect(lines.length - calm).toBeLessThan(300);
  });
});

/** The sample with `text` wherever something of the target could stand. */
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
    payload: { ...drawnSample, found: text, smallest: `${text}.`, replay: text },
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
