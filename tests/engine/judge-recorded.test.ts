import { describe, expect, test } from 'vitest';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { everyResponse } from '../../src/checks/vocabulary.ts';
import { judgeRecorded } from '../../src/engine/judge-recorded.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { RecordedTraffic } from '../../src/report/har/read.ts';
import { render } from '../../src/report/json.ts';
import { readReport } from '../../src/report/read-report.ts';
import { responded } from '../support/responses.ts';
import { settingsFor } from '../support/run-against.ts';

const list = (at: number, more: Partial<Parameters<typeof responded>[0]> = {}) =>
  responded({
    at,
    quota: [60, 59 - at, 60 - at],
    body: '[]',
    headers: [['Content-Type', 'application/json']],
    ...more,
  });
const settings = settingsFor('http://shop.test/v1', { plan: 'free' });

function judge(
  exchanges: readonly Exchange[],
  more: Partial<RecordedTraffic> = {},
  context: Parameters<typeof judgeRecorded>[2] = {},
  changed: Partial<typeof settings> = {},
) {
  const traffic = { skipped: 0, changedOtherwise: false, credentials: 'shown', secrets: [] } as const;
  const baseUrl = 'http://shop.test/v1';
  return judgeRecorded({ ...traffic, baseUrl, exchanges, ...more }, { ...settings, ...changed }, context);
}

/** Custom checks with one rule on each response, and a requirement without traits. */
function checksWith(judgeOne: (exchange: Exchange) => void): AddedChecks {
  const text = { title: '', source: '', asks: '', impact: '', fix: '' };
  return {
    from: 'guide.mjs',
    file: 'guide.mjs',
    requirements: [{ ...text, id: 'guide.etag', level: 'required' }],
    suite: { title: 'Guide', checks: [everyResponse('guide.etag', 'a rule', () => true, judgeOne)] },
  };
}

describe('a judged recording', () => {
  test('is a report without requests, from the first request to the last response', async () => {
    const report = await judge([list(1), list(2), list(5)]);
    expect(report).toMatchObject({
      startedAt: '2027-01-15T08:00:01.100Z',
      finishedAt: '2027-01-15T08:00:05.200Z',
      durationMs: 4_100,
      runMark: 'recorded',
      target: 'http://shop.test/v1',
      complete: true,
      requests: { total: 3, withKey: 3, withoutKey: 0, retried: 0, creates: 0 },
      waits: [],
      leftovers: [],
      kitFaults: [],
    });
    expect(report.plan).toEqual({
      checks: 0,
      withKey: 0,
      withoutKey: 0,
      creates: 0,
      invalidBodies: 0,
      atMost: 0,
      proofSkipped: 'the recording must contain a 429 to prove the limit',
    });
  });

  test('remains readable if its secrets are words of a report, or in the address', async () => {
    const words = [
      'standard',
      'not tested',
      'list.complete',
      'does not conform',
      'petstore-conformance',
      '20110716',
    ];
    const address = ['http://shop.test', 'http://shop.test/v1', 'shop.test', '"format": "petstore'];
    const headers = words.map((value, at) => [`X-Token-${at}`, value] as const);
    const report = await judge([list(0, { status: 500, body: `"${words.join(' ')}"`, headers })], {
      secrets: [...words, ...address],
    });
    const read = readReport(render(report));
    expect([read.target, read.configuration.profile]).toEqual(['http://shop.test/v1', 'standard']);
    expect(read.verdict.sentence).not.toContain('[secret]');
    const text = JSON.stringify(read.findings);
    expect(text).toContain('[secret]');
    for (const { curl = '' } of read.findings)
      expect(curl).toMatch(/ 'http:\/\/shop\.test\/v1\/categories'$/);
  });

  test('shows a finding as recorded, without its secrets and without the list', async () => {
    const secret = 'session-4711-abcdef';
    const report = await judge(
      [
        list(0, {
          status: 201,
          body: `{"token":"${secret}"}`,
          headers: [
            ['Set-Cookie', 'a-cookie-value'],
            ['X-Note', settings.key],
          ],
        }),
      ],
      { secrets: [secret] },
    );
    const text = JSON.stringify(report);
    for (const hidden of [secret, 'a-cookie-value', settings.key]) expect(text).not.toContain(hidden);
    const { exchange } = report.findings.find(({ requirement }) => requirement === 'list.ok') ?? {};
    expect(exchange?.request.headers).toEqual([
      ['User-Agent', '(as recorded)'],
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'identity'],
      ['Authorization', 'Bearer $PETSTORE_API_KEY'],
    ]);
    expect(exchange?.request.url).toBe('http://shop.test/v1/categories');
    expect(exchange?.response?.headers).toContainEqual(['Set-Cookie', '[secret]']);
  });
});

const needsRun = 'needs requests that only `run` sends';
const noCredentials = 'the recording has no credentials (browsers remove them)';
const whichUsed = 'the recording does not show which key was used';
const whichValid = 'the recording does not show which key is valid';
const changed = 'the recording has requests that may have changed stored data';

describe('what a recording cannot decide', () => {
  const ids = ['auth.key-missing', 'auth.challenge', 'headers.limit-steady', 'headers.plan', 'list.complete'];
  const rest = { 'errors.shape': undefined, 'http.framing': undefined, 'guide.etag': undefined };
  const cases: readonly (readonly [string, Partial<RecordedTraffic>, readonly (string | undefined)[]])[] = [
    ['with one key', {}, [needsRun, undefined, undefined, undefined, undefined]],
    [
      'with changes that cannot be judged',
      { changedOtherwise: true },
      [needsRun, undefined, undefined, undefined, changed],
    ],
    [
      'with several keys',
      { credentials: 'unclear' },
      [needsRun, whichValid, whichUsed, whichValid, undefined],
    ],
    [
      'without credentials',
      { credentials: 'stripped' },
      [needsRun, noCredentials, whichUsed, undefined, undefined],
    ],
  ];
  test.each(cases)('%s', async (_what, traffic, reasons) => {
    const { requirements, verdict } = await judge([], traffic, { added: [checksWith(() => {})] });
    const whyOf = (id: string) => {
      const { verdict: own, reason } = requirements.find((one) => one.id === id) ?? {};
      return own === 'not selected' ? reason : undefined;
    };
    expect(ids.map(whyOf)).toEqual(reasons);
    expect(Object.fromEntries(Object.keys(rest).map((id) => [id, whyOf(id)]))).toEqual(rest);
    for (const reason of reasons.filter((one) => one !== undefined))
      expect(verdict.scope.notSelected).toContainEqual(expect.objectContaining({ because: 'run', reason }));
  });

  test('stays undecided even if responses are relevant, and what an option excludes names the option', async () => {
    const { requirements } = await judgeRecorded(
      {
        baseUrl: 'http://shop.test/v1',
        exchanges: [list(0)],
        skipped: 0,
        secrets: [],
        changedOtherwise: false,
        credentials: 'stripped',
      },
      { ...settings, only: 'auth.key-accepted' },
    );
    const resultOf = (id: string) => requirements.find((one) => one.id === id);
    expect(resultOf('auth.key-accepted')).toMatchObject({ verdict: 'not selected', reason: noCredentials });
    expect(resultOf('auth.key-missing')).toMatchObject({ reason: 'outside --only' });
    expect(resultOf('list.ok')).toMatchObject({ reason: 'outside --only' });
  });
});

/** Judges exchanges that take this many ms each, while another task interrupts the run in the second break. */
async function interrupted(took: readonly number[]) {
  const real = performance.now;
  const controller = new AbortController();
  let now = 0;
  let seen = 0;
  const rule = checksWith(() => {
    now += took[seen++] ?? 0;
  });
  performance.now = () => now;
  try {
    const { signal } = controller;
    const exchanges = took.map((_ms, at) => list(at));
    // The first break runs the outer callback only.
    setImmediate(() => setImmediate(() => controller.abort()));
    return { report: await judge(exchanges, {}, { added: [rule], signal }), seen };
  } finally {
    performance.now = real;
  }
}

describe('judging', () => {
  test.each<readonly [string, readonly number[], number]>([
    ['50 ms or less has no break', [20, 20, 10, 0], 4],
    ['more than 50 ms has one break, before which nothing can interrupt it', [51, 50, 0, 0], 4],
    ['more than 100 ms has two, and the second one hears the interruption', [60, 60, 0, 0], 2],
  ])('%s', async (_what, took, most) => {
    const { report, seen } = await interrupted(took);
    expect(seen).toBe(most);
    expect(report.requests.total).toBe(most);
  });

  test('that is interrupted says so', async () => {
    const { report } = await interrupted([60, 60, 0]);
    expect(report.verdict.outcome).toBe('interrupted');
    expect(report.kitFaults).toEqual([]);
  });
});
