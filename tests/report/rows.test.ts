import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../src/config/settings.ts';
import { checkCommand } from '../../src/report/commands.ts';
import { render as html } from '../../src/report/html/page.tsx';
import { render as markdown } from '../../src/report/markdown.ts';
import type { Report, RequirementResult } from '../../src/report/model/report.ts';
import { comparedWhen, findingRows, timelineWords } from '../../src/report/rows.ts';
import { countsWords } from '../../src/report/scope.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { reason } from '../../src/spec/reasons.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** Returns the text of the row with this label. */
const textOf = (label: string, more: Partial<typeof sampleFinding>) =>
  findingRows({ ...sampleFinding, ...more }).find((row) => row.label === label)?.text;

describe('the occurrences', () => {
  test.each([
    [1, 59, '1 of 59 times'],
    [1_127, 1_127, 'every time (1,127)'],
    [1, 1, 'once'],
  ])('are described for %i of %s', (count, tested, words) => {
    expect(textOf('Occurrences', { count, tested, places: [] })).toBe(words);
  });

  test('name a few places or cases and count the rest', () => {
    const places = Array.from({ length: 11 }, (_one, index) => ({ place: `place ${index}`, count: 1 }));
    expect(textOf('Occurrences', { places })).toMatch(/, place 3 and 7 more places$/);
    expect(textOf('Occurrences', { places: places.slice(0, 5) })).toMatch(/, place 3 and 1 more place$/);
    expect(textOf('Also correct', { alsoCorrect: places })).toMatch(
      /^place 0, .*, place 7 and 3 more cases$/,
    );
  });
});

test('lists are separated by semicolons if an item contains a comma', () => {
  const instances = ['name is an array, 50 levels deep', 'name is false'];
  expect(textOf('Cases', { instances })).toBe('name is an array, 50 levels deep; name is false');
});

test.each([
  ['a search', {}, 'Smallest body', /; reduced in 7 tries$/],
  ['one try', { tries: 1 }, 'Smallest body', /; reduced in 1 try$/],
  ['no search', { smallest: '{"a":1}', found: '{"a":1}', tries: 0 }, 'Invalid body', /name is a string\)$/],
  [
    'a search, with long runs of whitespace',
    { smallest: `{${' '.repeat(10)}"a":1}` },
    'Smallest body',
    /7 tries$/,
  ],
] as const)('a generated body has the right label and note after %s', (_what, more, label, words) => {
  const { payload } = sampleFinding;
  if (payload === undefined) throw new Error('the sample has no payload');
  const changed = { payload: { ...payload, ...more } };
  expect(textOf('Payload', changed)).toMatch(words);
  expect(textOf(label, changed)).toMatch(/^\{[^ ]|^\{ "a":1\} \(whitespace shortened\)$/);
});

test('the timeline shows Reset relative to the response', () => {
  const row = { id: 1, atMs: 6_880, readMs: 6_881, operation: 'listCategories', withKey: true, status: 429 };
  const whole = { ...row, limit: 60, remaining: 0, reset: 1_795_278_257, retryAfter: '1' };
  expect(timelineWords({ ...whole, resetIn: -2 })).toBe(
    '  6.88 s  429   0 of 60 left  Reset 2 s ago  Retry-After "1"',
  );
});

test('the evidence says whether the other exchange was sent before or afterwards', () => {
  const { exchange, comparedWith } = sampleFinding;
  if (exchange === undefined || comparedWith === undefined) throw new Error('the sample has no proof');
  expect(comparedWhen(sampleFinding)).toBe('sent afterwards');
  const before = { ...comparedWith, exchange: { ...comparedWith.exchange, id: 2 } };
  expect(comparedWhen({ ...sampleFinding, comparedWith: before })).toBe('sent before');
  const on = (connection: number, credential: string) => ({
    ...before,
    exchange: {
      ...before.exchange,
      connection,
      request: { ...exchange.request, again: { ...exchange.request.again, credential } },
    },
  });
  const whenBefore = (connection: number, credential: string) =>
    comparedWhen({
      ...sampleFinding,
      exchange: { ...exchange, connection: 2 },
      comparedWith: on(connection, credential),
    });
  const own = exchange.request.again.credential;
  expect(whenBefore(2, `not ${own}`)).toBe('sent before on the same connection');
  expect([whenBefore(3, `not ${own}`), whenBefore(2, own)]).toEqual(['sent before', 'sent before']);
});

test('the command that verifies a fix has the options of the run', () => {
  const { plan: _, ...bare } = sampleReport.configuration;
  const { maxCreates } = defaultSettings('thorough');
  const configuration = {
    ...bare,
    profile: 'thorough' as const,
    maxCreates,
    description: 'my api.yaml',
    seed: 7,
  };
  expect(checkCommand(['list.ok'], { ...sampleReport, configuration })).toBe(
    "npx petstore-conformance run --base-url http://127.0.0.1:4010/v1 --profile thorough --seed 7 --description 'my api.yaml' --reporter terminal --only list.ok",
  );
  const careful = { ...sampleReport.configuration, exhaust: false, nearMisses: false, maxCreates: 3 };
  expect(checkCommand(['list.ok'], { ...sampleReport, configuration: careful })).toContain(
    ' --plan free --no-exhaust --no-near-misses --max-creates 3 --description ',
  );
  const reading = { ...careful, maxCreates: 0, readOnly: true };
  expect(checkCommand(['list.ok'], { ...sampleReport, configuration: reading })).toMatch(
    / --plan free --read-only --description openapi\.yaml --reporter terminal --only list\.ok$/,
  );
  const { requirement } = sampleFinding;
  const findings = [{ ...sampleFinding, sentFor: ['create.text'] }];
  expect(checkCommand([requirement], { ...sampleReport, findings })).toMatch(
    / --only auth\.key-missing,create\.text$/,
  );
});

describe('a custom check', () => {
  const report: Report = {
    ...sampleReport,
    requirements: sampleReport.requirements.map((one) =>
      one.id === 'guide.etag' ? { ...one, verdict: 'fail', source: 'Rule 4' } : one,
    ),
    findings: [{ ...sampleFinding, requirement: 'guide.etag', source: 'Rule 4', section: 'Our API guide' }],
  };

  test.each([
    ['terminal', (one: Report) => terminalReport(one, { color: false, width: 110, verbose: true })],
    ['HTML', html],
    ['Markdown', markdown],
  ] as const)('is marked as added in the %s report', (_name, render) => {
    expect(render(report)).toMatch(/Rule 4.*added: Our API guide/s);
  });

  test('is verified with the option --check, which requirements of the specification do not need', () => {
    expect(checkCommand(['guide.etag'], report)).toMatch(/ --check checks\/etag\.mjs .*--only guide\.etag$/);
    expect(checkCommand(['list.ok'], report)).not.toContain('--check');
    const findings = [{ ...sampleFinding, sentFor: ['guide.etag'] }];
    expect(checkCommand([sampleFinding.requirement], { ...report, findings })).toContain(
      ' --check checks/etag.mjs ',
    );
  });
});

test('an empty string is shown in a row', () => {
  expect(textOf('In the body', { at: [{ pointer: '', value: '' }] })).toBe(' is ');
});

test('the counts say which requirements a failure blocks', () => {
  const reasons = [reason('dependency-failed', 'list.ok'), reason('empty-list')];
  const requirements = reasons.map((one, index) => ({ ...untested, id: `list.${index}`, reason: one }));
  expect(countsWords(requirements)).toEqual(['0 passed', '1 nothing to test', '1 blocked by a failure']);
});

const untested: RequirementResult = {
  id: '',
  level: 'required',
  verdict: 'not tested',
  title: '',
  source: '',
  tested: 0,
};
