import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { render as html } from '../../src/report/html/page.tsx';
import { render as junit } from '../../src/report/junit.ts';
import { render as markdown } from '../../src/report/markdown.ts';
import type { Finding, PayloadEvidence, Report } from '../../src/report/model/report.ts';
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
  it('shows the requirement, its sentence, the evidence and the fix of a failure', () => {
    const text = terminalReport(sampleReport, plain);
    const wanted = [
      ' FAIL  auth.key-missing',
      '│ A missing key must return 401',
      '│ Source         Authentication 2, 3 (required): “When the key is missing or',
      `│ Request        ${sampleFinding.curl}`,
      '│ Expected       status 401',
      '│ Received       status 201',
      '│ Response       201 Created · application/json · {"id":12,"name":"kitaab"}',
      `│ Compared with  ${sampleFinding.comparedWith?.curl}`,
      '│ Its response   200 OK · with {"id":12,"name":"kitaab"} (sent afterwards)',
      '│ Payload        reduced to the body of the request (7 tries)',
      '│ First found    {"name":-2147483649,"description":"kitaab"}',
      '│ Occurrences    3 of 24 times: POST /categories returned 201 (2), GET',
      '│ Cases          no Authorization header, on a connection that had the key',
      '│ Also correct   GET /categories returned 401 (20), GET /pets/{petId} returned',
      '│ Impact         Anyone who knows the URL can read and write without a key.',
      '│ How to fix     Check the key before every route',
      '│ Verify with    npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --plan free --description openapi.yaml --reporter terminal --only auth.key-missing\n',
    ];
    let from = 0;
    for (const line of wanted) {
      const at = text.indexOf(line, from);
      expect(at, line).toBeGreaterThanOrEqual(0);
      from = at;
    }
  });

  it('orders failures, warnings, observations, untested requirements, numbers and the verdict', () => {
    const text = terminalReport(sampleReport, plain);
    const order = [
      '── New failures (1)',
      '── Warnings (1)',
      '── Observed (2)',
      '│ errors.codes: UNAUTHORIZED for 401, always',
      '│ create.location: a 201 carries a Location header',
      '── Not tested (1)',
      '│ limit.recovers: other clients use this key',
      '│ Requirements   45 required: ',
      '│ Custom checks  Our API guide: 1 passed',
      '│ Requests       86 in 75 s: 62 with the key, 24 without, 1 rate-limited (429),',
      '│ Waited         61 s for the limit to reset (429, Retry-After)',
      '│ Leftover data  2 categories, 1 from invalid requests',
      '\npetstore-conformance: DOES NOT CONFORM (exit status 1) http://127.0.0.1:4010/v1\n',
    ];
    const places = order.map((line) => text.indexOf(line));
    expect(places.indexOf(-1), order[places.indexOf(-1)]).toBe(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(text.endsWith('http://127.0.0.1:4010/v1\n')).toBe(true);
  });

  it('is short if there are failures and another report was written', () => {
    const text = terminalReport(sampleReport, {
      ...plain,
      reportPath: 'reports/report.json',
      htmlPath: 'reports/report.html',
    });
    const [failures = '', ...rest] = text.split('\n\n');
    expect(failures).toMatch(/^── New failures \(1\) /);
    expect(rest.join('\n\n')).not.toMatch(/── Observed|│ (Quota|Run|Not selected) /);
    expect(rest[0]?.replaceAll(/\n│ {2,}/g, ' ')).toMatch(
      /^── Warnings \(1\) ─+\n│ auth\.challenge: expected a WWW-Authenticate header, received none \(24 of 30 times: .*\)$/,
    );
    expect(text).toContain('│ limit.recovers: other clients use this key');
    expect(text).toMatch(/│ Leftover data .* \(the API has no DELETE\)\n/);
    expect(text).toMatch(
      /│ Earlier runs {3}left 3 categories \(ids 5, 7\), not judged; with those of this\n│ +run there are 5\n/,
    );
    expect(text.replaceAll(/\n│ {2,}/g, ' ')).toContain(
      '│ Report         reports/report.html and reports/report.json (all details)',
    );
  });

  it('is complete if nothing fails, and names the report files', () => {
    const findings = sampleReport.findings.filter(({ requirement: id }) => id !== sampleFinding.requirement);
    const text = terminalReport({ ...sampleReport, findings }, { ...plain, reportPath: 'r.json' });
    expect(text).toMatch(/── Observed[\s\S]*│ Run [\s\S]*│ Report {9}r\.json\n/);
    expect(text).toContain(
      '│ Verify with    npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --plan free --description openapi.yaml --reporter terminal --only auth.challenge\n',
    );
  });

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

  it('is brief with forty failures, and names them again at the end', () => {
    const text = terminalReport(failing(40), plain);
    expect(text.match(/│ Impact/g)).toHaveLength(3);
    expect(text).toMatch(/│ Failures {7}x\.n0, x\.n1, .*/);
    expect(text.split('\n').length).toBeLessThan(40 * 8);
  });

  it('begins with a table of more than three failures, and shows the evidence of the first three', () => {
    const fix = 'Check the type, e.g. with a validator. Then return 400.';
    const received = 'status 201 Created, after a wait that was longer than any other, for some reason';
    const lines = terminalReport(failing(5, { fix, received }), plain).split('\n');
    expect(lines.slice(0, 7)).toEqual([
      expect.stringMatching(/^── New failures \(5\) ─+$/),
      '│ x.n0  status 201 Created, after a wait that was longer than…     3 of 24 times',
      ...[1, 2, 3, 4].map((index) => expect.stringMatching(`^│ x\\.n${index}  status 201 .*3 of 24 times$`)),
      '',
    ]);
    const text = lines.join('\n');
    expect(text.match(/│ (Impact|Also correct|Request) /g)).toHaveLength(3 * 3);
    expect(text).not.toMatch(/│ (Source|Compared with|Cases) /);
    expect(text).toContain(
      [
        ' FAIL  x.n4  A missing key must return 401',
        '│ Expected       status 401',
        '│ Received       status 201 Created, after a wait that was longer than any',
        '│                other, for some reason (POST /categories)',
        '│ How to fix     Check the type, e.g. with a validator.',
        '│ --verbose prints the full evidence.',
      ].join('\n'),
    );
    for (const line of lines.slice(0, 6)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('leaves out a response of many failures that has only the received status', () => {
    const { exchange } = sampleFinding;
    if (exchange === undefined) throw new Error('the sample has no exchange');
    const response = { status: 200, reason: 'OK', headers: [], body: '[]', cut: false };
    const list = { ...exchange, request: { ...exchange.request, method: 'GET' }, response };
    const wordsOf = (received: string) => {
      const report = failing(4, { received, exchange: list });
      const findings = report.findings.map(({ listed: _listed, ...finding }) => finding);
      return terminalReport({ ...report, findings }, plain);
    };
    expect(wordsOf('no category')).toContain('│ Response       200 OK\n');
    expect(wordsOf('status 200 OK')).not.toContain('│ Response');
  });

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

  it('shows the causes of one requirement in one block, in one line if they add little', () => {
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
      /│ Also received {2}status 403, 3 of 24 times: POST .* \(no Authorization header, on a .*\) · 201 Created · .*\n/,
    );
    expect(text).toContain('│ Received       status 500');
    const elsewhere = { ...other, expected: 'status 400' };
    expect(terminalReport({ ...sampleReport, findings: [sampleFinding, elsewhere] }, plain)).toContain(
      '│ Received       status 403',
    );
  });

  it('shows faults of the kit first', () => {
    const text = terminalReport({ ...sampleReport, kitFaults: ['a check threw TypeError'] }, plain);
    expect(text.startsWith('── Faults of the kit (1)')).toBe(true);
  });

  it('does not list untested requirements if the run ended at its first request', () => {
    const { counts } = sampleReport.verdict;
    const none = { ...counts, pass: 0, fail: 0, warn: 0, flaky: 0, waived: 0 };
    const sentence = 'The key was refused: GET /categories returned 401. Check PETSTORE_API_KEY.';
    const ended = { outcome: 'could not be tested', exitStatus: 3, sentence, counts: none } as const;
    const verdict = { ...sampleReport.verdict, ...ended };
    const text = terminalReport(
      { ...sampleReport, findings: [], observations: [], requirements: [], verdict },
      plain,
    );
    expect(text).not.toMatch(/Not tested|required|seed/);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'petstore-conformance: COULD NOT BE TESTED (exit status 3) http://127.0.0.1:4010/v1: The key was refused: GET /categories returned 401.',
    );
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

  it('names the versions if the kit has a fault, quiet or not', () => {
    const faulty = { ...sampleReport, kitFaults: ['a check threw TypeError'] };
    for (const quiet of [true, false])
      expect(terminalReport(faulty, { ...plain, quiet })).toMatch(/kit 0\.1\.0 and\n│ Node\.js 20\.20\.2\./);
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

  it('shows that a body was reduced, and the original', () => {
    const text = terminalReport(sampleReport, plain);
    expect(text).toContain(
      '│ Payload        reduced to the body of the request (7 tries)\n' +
        '│ First found    {"name":-2147483649,"description":"kitaab"}\n' +
        '│ Occurrences ',
    );
  });

  it.each<[what: string, payload: Partial<PayloadEvidence>, says: RegExp]>([
    ['one try', { tries: 1 }, /│ Payload {8}reduced to the body of the request \(1 try\)\n/],
    ['no try', { tries: 0 }, /│ Payload {8}reduced to the body of the request\n/],
    [
      'nothing smaller',
      { smallest: '{"a":1}', found: '{"a":1}' },
      /│ Payload {8}no smaller body fails \(7 tries\)\n/,
    ],
    [
      'no search',
      { smallest: '{"a":1}', found: '{"a":1}', tries: 0 },
      /│ Its response {3}200 OK .*\n│ Occurrences /,
    ],
    ['no body at first', { found: '' }, /│ First found {4}no body\n/],
    ['a long body', { found: 'b'.repeat(500) }, /b… \(100 more characters\)\n/],
    [
      'long runs of whitespace',
      { found: `{${' '.repeat(10)}"a" :${'\t'.repeat(9)}1}` },
      /│ First found {4}\{ "a" : 1\} \(whitespace shortened\)\n/,
    ],
  ])('shows a generated body: %s', (_what, change, says) => {
    const payload = { ...samplePayload, ...change };
    const text = terminalReport({ ...sampleReport, findings: [{ ...sampleFinding, payload }] }, plain);
    expect(text).toMatch(says);
  });

  it('keeps the profile of the run in the command to verify a fix', () => {
    const configuration = { ...sampleReport.configuration, profile: 'gentle' as const };
    expect(terminalReport({ ...sampleReport, configuration }, plain)).toMatch(
      /│ Verify with .* --profile gentle .*--only auth\.key-missing\n/,
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
