import { describe, expect, test } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { conclusion, everyResponse } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { type Replayed, replay, replayAll, type Step } from '../../src/engine/replay.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding, RecordedExchange } from '../../src/report/model/report.ts';
import { finding, recorded } from '../support/findings.ts';
import { startInMemory } from '../support/in-memory.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** The mark of the reported run, and a name of it. */
const oldMark = 'kitqzabcde';
const oldName = `${oldMark}aaab`;

const badName = recorded(201, {}, { body: `{"name":1,"description":"é ${oldName} ${oldName}"}` });
const refused = recorded(401, { credential: 'none' });

function changeOf(id: string): Change {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`Unknown defect: ${id}`);
  return change;
}

/** Removes a header from all responses. */
const without = (removed: string): Change =>
  editResponses(
    () => true,
    (response) => ({ ...response, headers: response.headers.filter(([name]) => name !== removed) }),
  );

/** Adds a header to all responses. */
const adding = (name: string, value: string): Change =>
  editResponses(
    () => true,
    (response) => ({ ...response, headers: [...response.headers, [name, value]] }),
  );

interface Target {
  readonly defect?: string;
  readonly change?: Change;
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
}

/** Prepares a target: the reference server without limits that matter, with one defect or change. */
function target({ defect, change, settings = {}, context = {} }: Target) {
  const changes = [...(defect === undefined ? [] : [changeOf(defect)]), ...(change ? [change] : [])];
  const clock = createSharedClock();
  const keys = [{ key: testKey, plan: 'business' }] as const;
  const { url, openDispatcher } = startInMemory({ keys, clock, change: changes });
  return {
    settings: settingsFor(url, { exhaust: false, ...settings }),
    context: { clock, openDispatcher, ...context },
  };
}

/** Replays a finding, and notes each step with the result of the one before. */
async function again(one: Finding, given: Target = {}, mark = oldMark) {
  const { settings, context } = target(given);
  const steps: [Step, Replayed['outcome'] | undefined][] = [];
  const result = await replay(one, mark, settings, context, (...step) => steps.push(step));
  return { ...result, steps, names: steps.map(([step]) => step) };
}

/** Returns "GET /categories: the purpose" of all requests in the last report. */
const sentBy = ({ report }: Pick<Replayed, 'report'>) =>
  (report.exchanges?.recorded ?? []).map(
    ({ request, purpose }) => `${request.method} ${request.again.path}: ${purpose}`,
  );

const bodiesOf = ({ report }: Pick<Replayed, 'report'>) =>
  (report.exchanges?.recorded ?? []).map(({ request }) =>
    Buffer.from(request.again.bodyBase64 ?? '', 'base64').toString(),
  );

/** A run that the user narrowed, so that the last step is short. */
const narrow = { settings: { only: 'errors.status' } };
const places = (place: string) => [{ place, count: 1 }];

describe('the steps of a replay', () => {
  const cases: readonly (readonly [string, Finding, readonly Step[]])[] = [
    ['a rule on each response', finding('errors.status', { exchange: refused }), ['request']],
    ['an invalid body', finding('invalid.name-type', { exchange: badName }), ['request']],
    [
      'an invalid body and what is stored',
      finding('invalid.nothing-stored', { exchange: badName }),
      ['requirement', 'run'],
    ],
    ['a check', finding('create.description-optional', { exchange: badName }), ['requirement']],
    ['a check and a rule', finding('create.id', { exchange: badName }), ['requirement', 'run']],
    ['the whole run', finding('list.complete'), ['requirement', 'run']],
    ['a rule that only the proof of the limit feeds', finding('limit.enforced'), ['requirement']],
    ['a rule in a 429', finding('errors.status', { exchange: recorded(429) }), ['requirement']],
    ['no request', finding('errors.status'), ['requirement']],
    [
      'a place that also passed',
      finding('errors.status', {
        ...{ exchange: refused, places: places('a place') },
        alsoCorrect: [...places('another'), ...places('a place')],
      }),
      ['request', 'requirement', 'run'],
    ],
    [
      'another place that passed',
      finding('errors.status', {
        ...{ exchange: refused, places: places('a place') },
        alsoCorrect: places('GET /categories returned 200'),
      }),
      ['request'],
    ],
    [
      'a GET with the key that also passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: [...places('another'), ...places('GET /categories returned 200')],
      }),
      ['request', 'requirement', 'run'],
    ],
    [
      'a GET without the key, which passed with it',
      finding('headers.present', {
        exchange: refused,
        alsoCorrect: places('GET /categories returned 200'),
      }),
      ['request'],
    ],
    [
      'a GET of something else that passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: places('GET /categories/1 returned 200'),
      }),
      ['request'],
    ],
    [
      'a POST, like one that passed with another body',
      finding('invalid.name-type', {
        exchange: badName,
        alsoCorrect: places('POST /categories returned 400'),
      }),
      ['request'],
    ],
  ];
  test.each(cases)('%s', async (_what, one, names) => {
    const result = await again(
      one,
      one.exchange?.response?.status === 401 ? narrow : { settings: { only: one.requirement } },
    );
    expect(result.names).toEqual(names);
    const first = names[0] === 'request' && names.length === 1 ? 'request' : 'requirement';
    expect(result.steps[0]).toEqual([names[0], undefined]);
    if (one.requirement.startsWith('limit')) expect(result.outcome).toBe('inconclusive');
    else if (one.exchange?.response?.status === 429) expect(result.outcome).toBe('not reproduced');
    else expect([first, result.outcome, result.reason]).toEqual([first, 'fixed', undefined]);
  });

  const unsendable: readonly (readonly [string, RecordedExchange])[] = [
    ['an unknown credential', recorded(401, { credential: 'a password' })],
    ['an unknown operation', recorded(401, { operation: 'elsewhere' })],
    ['another path', recorded(401, { path: '/categories/1' })],
    ['another method', recorded(401, { operation: 'createCategory' })],
    ['a body that was not recorded', recorded(400, { bodyBase64: undefined as never }, { body: 'a secret' })],
  ];
  test.each(unsendable)('%s is not sent again', async (_what, exchange) => {
    const { names } = await again(finding('errors.status', { exchange }));
    expect(names).toEqual(['requirement']);
  });

  test('a custom rule on the whole run takes the reported run, too', async () => {
    const whole: AddedChecks = {
      ...throwing,
      suite: {
        title: 'Guide',
        checks: [conclusion('guide.etag', 'a conclusion', () => ({ tested: 1 }))],
      },
    };
    const { names } = await again(finding('guide.etag'), { ...narrow, context: { added: [whole] } });
    expect(names).toEqual(['requirement', 'run']);
  });

  test('a step says what the one before found', async () => {
    const exchange = recorded(500);
    const { steps } = await again(finding('errors.status', { exchange }), narrow);
    expect(steps).toEqual([
      ['request', undefined],
      ['requirement', 'not reproduced'],
    ]);
  });
});

describe('the request of a finding', () => {
  test('is sent after a list, and its response is the result', async () => {
    const result = await again(finding('errors.status', { exchange: refused }));
    expect(result).toMatchObject({ outcome: 'fixed', now: 'GET /categories returned 401', requests: 2 });
    expect(sentBy(result)).toEqual([
      'GET /categories: the list before the first creation',
      'GET /categories: the request of the finding',
    ]);
    expect(result.report.plan).toEqual({
      ...{ checks: 1, withKey: 2, withoutKey: 0, creates: 0, invalidBodies: 0, atMost: 2 },
    });
    const { notSelected } = result.report.verdict.scope;
    expect(notSelected).toContainEqual(expect.objectContaining({ because: 'run', reason: 'not replayed' }));
    const reasons = result.report.requirements.flatMap(({ id, reason }) =>
      id === 'errors.status' ? [] : [reason],
    );
    expect(new Set(reasons)).toEqual(new Set(['not replayed', ...notTestable(result)]));
  });

  test('is judged with its control, by new names', async () => {
    const result = await again(finding('invalid.name-type', { exchange: badName }));
    expect(result).toMatchObject({ outcome: 'fixed', now: 'POST /categories returned 400', requests: 3 });
    expect(sentBy(result)[1]).toBe('POST /categories: a plain category with a description');
    const { runMark } = result.report;
    const [name = ''] = new RegExp(`${runMark}[a-z]{4}`).exec(bodiesOf(result)[2] ?? '') ?? [];
    expect(name).not.toBe('');
    expect(bodiesOf(result)[2]).toBe(`{"name":1,"description":"é ${name} ${name}"}`);
    expect(result.leftovers.map(({ cause }) => cause)).toEqual(['created']);
  });

  test('keeps its media type', async () => {
    const contentType = 'text/json';
    const exchange = recorded(415, { contentType }, { body: '{}' });
    const result = await again(finding('headers.present', { exchange }));
    expect(result).toMatchObject({ outcome: 'fixed', now: 'POST /categories returned 415', requests: 2 });
    expect(result.report.exchanges?.recorded.at(-1)?.request.again).toMatchObject({ contentType });
  });

  test.each([
    ['without a mark', '{"name":1,"x":"undefined"}', oldMark],
    ['of a run without a mark', `{"name":1,"description":"${oldName}"}`, ''],
    ['of another run', '{"name":1,"description":"kitqzzzzzzaaab"}', oldMark],
  ])('keeps a body %s as it was', async (_what, body, mark) => {
    const exchange = recorded(201, {}, { body });
    expect(bodiesOf(await again(finding('invalid.name-type', { exchange }), {}, mark))[2]).toBe(body);
  });

  test('that is wrong again ends the replay, with the same finding if there are several', async () => {
    const change = editResponses(
      () => true,
      (response) => ({
        ...response,
        headers: response.headers.filter(
          ([name]) => name !== (response.status === 200 ? 'X-RateLimit-Limit' : 'X-RateLimit-Reset'),
        ),
      }),
    );
    const of = (signature: string) =>
      again(finding('headers.present', { exchange: refused, signature }), { change });
    const result = await of('headers.present: no longer found');
    expect(result).toMatchObject({ outcome: 'still failing', names: ['request'], requests: 2 });
    const all = result.report.findings.filter(({ requirement }) => requirement === 'headers.present');
    expect(all).toHaveLength(2);
    expect(result.finding).toEqual(all[0]);
    for (const { signature } of all) expect((await of(signature)).finding?.signature).toBe(signature);
    const { verdict } = result.report.requirements.find(({ id }) => id === 'errors.status') ?? {};
    expect(verdict).toBe('not selected');
  });

  test('is not sent if the key is refused, and nothing else is', async () => {
    const one = finding('errors.status', { exchange: refused });
    const result = await again(one, { settings: { key: 'another-key-0123456789' } });
    expect(result).toMatchObject({ outcome: 'inconclusive', requests: 1, names: ['request'] });
    expect(result.reason).toMatch(/^The key was refused: GET \/categories returned 401\./);
  });

  test('is not sent beyond the budget, which decides nothing', async () => {
    const one = finding('create.fields', { exchange: recorded(201, {}, { body: '{}' }) });
    const result = await again(one, { settings: { maxRequests: 1 } });
    expect(result.steps).toEqual([
      ['request', undefined],
      ['requirement', 'inconclusive'],
    ]);
    expect(result).toMatchObject({ outcome: 'inconclusive', report: { kitFaults: [] } });
  });

  test('is not sent if the target only limits', async () => {
    const change = editResponses(
      () => true,
      (response) => ({ ...response, status: 429, headers: [['Retry-After', '600']] }),
    );
    const one = finding('errors.status', { exchange: refused });
    const result = await again(one, { change, settings: { maxWaitSeconds: 1 } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['request'] });
    expect(result.reason).toMatch(/^The request could not be sent again: .*\.$/);
  });

  test('that the kit cannot make is a fault of the kit', async () => {
    const result = await again(finding('invalid.name-type', { exchange: badName }), {}, '(');
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['request'] });
    expect(result.report.kitFaults[0]).toMatch(/^the replay: SyntaxError: /);
  });
});

const notTestable = ({ report }: Pick<Replayed, 'report'>) =>
  report.requirements.flatMap(({ verdict, reason }) => (verdict === 'not testable' ? [reason] : []));

describe('a replay', () => {
  test('counts the requests and the leftover data of all steps', async () => {
    const one = finding('invalid.name-type', {
      ...{ exchange: badName, places: places('a place'), alsoCorrect: places('a place') },
    });
    const { names, requests, leftovers, report } = await again(one, {
      settings: { only: 'invalid.name-type' },
    });
    expect(names).toEqual(['request', 'requirement', 'run']);
    expect(requests).toBeGreaterThan(2 * report.requests.total);
    expect(leftovers.length).toBeGreaterThan(2 * report.leftovers.length);
  });

  test('that passed in a run counts what was tested', async () => {
    const result = await again(finding('create.description-optional'));
    expect(result.now).toBe('create.description-optional passed in a run (1 response or case)');
    expect((await again(finding('create.text'))).now).toMatch(
      /^create\.text passed in a run \((?!1 )\d+ responses or cases\)$/,
    );
  });

  test('is as strict as it must be, and keeps what the user selected for the last run', async () => {
    const { report } = await again(finding('list.complete'), {
      settings: { strict: true, strictSelection: true, only: 'list.ok' },
    });
    expect(report.configuration).toMatchObject({ strict: false, only: 'list.ok' });
    expect(report.configuration.strictSelection).toBeUndefined();
    const narrowed = await again(finding('create.text'), { settings: { only: 'list.ok' } });
    expect(narrowed.report.configuration.only).toBe('create.text');
    expect(narrowed.report.exchanges?.recorded.length).toBe(narrowed.requests);
  });

  test('of a finding in a 429 proves the limit with its requirement', async () => {
    const one = finding('errors.status', { exchange: recorded(429) });
    const result = await again(one);
    expect(result.report.configuration.only).toBe('errors.status,limit.enforced');
    expect(result).toMatchObject({
      outcome: 'not reproduced',
      reason:
        'The finding needs GET /categories to return 429, which did not happen (excluded by --no-exhaust).',
    });
  });

  test('whose status did not occur again is not reproduced', async () => {
    const exchange = recorded(500);
    expect(await again(finding('headers.present', { exchange }))).toMatchObject({
      outcome: 'not reproduced',
      reason: 'The finding needs GET /categories to return 500, which did not happen.',
    });
    const posted = recorded(200, {}, { body: '{}' });
    expect((await again(finding('headers.present', { exchange: posted }))).outcome).toBe('not reproduced');
    const met = await again(finding('headers.present', { exchange: recorded(200) }));
    expect(met.outcome).toBe('fixed');
    const other = await again(finding('create.fields', { exchange: posted }));
    expect(other.outcome).toBe('fixed');
    const without = { ...exchange, response: undefined as never };
    expect((await again(finding('headers.present', { exchange: without }))).outcome).toBe('fixed');
  });

  test('needs an empty list if the reported run passed and failed', async () => {
    const both = finding('list.ok', {
      exchange: recorded(404),
      alsoCorrect: places('GET /categories returned 200'),
    });
    const narrowed = { settings: { only: 'list.ok' } };
    const stored = { defect: 'list-legacy-name-null', ...narrowed };
    const reason = 'The finding may need an empty list, and the list was not empty when the run began.';
    expect(await again(both, stored)).toMatchObject({ outcome: 'not reproduced', reason });
    expect((await again(both, narrowed)).outcome).toBe('fixed');
    const always = finding('list.ok', { exchange: recorded(404) });
    expect((await again(always, stored)).outcome).toBe('fixed');
    const another = finding('list.media-type', { exchange: recorded(200), alsoCorrect: places('a place') });
    expect((await again(another, stored)).outcome).toBe('fixed');
  });

  describe('of a finding on a connection that had carried the key', () => {
    const on = (connection: number | undefined, credential = 'bearer') => ({
      exchange: recorded(200, { credential }, connection === undefined ? {} : { connection }),
      curl: '',
    });
    const open = finding('auth.bearer-only', {
      exchange: on(3, 'scheme-basic').exchange,
      comparedWith: on(3),
    });
    const closing = { change: adding('Connection', 'close') };
    const reason =
      'The finding needs a request with another Authorization header first on the same connection, and no connection stayed open.';

    test('needs such a connection', async () => {
      expect((await again(open)).outcome).toBe('fixed');
      expect(await again(open, closing)).toMatchObject({ outcome: 'not reproduced', reason });
    });

    test.each<readonly [string, Partial<Finding>]>([
      ['it was on another connection', { comparedWith: on(2) }],
      [
        'its connection is unknown',
        { exchange: on(undefined, 'scheme-basic').exchange, comparedWith: on(undefined) },
      ],
      ['nothing was compared', { comparedWith: undefined as never }],
      ['both had the same credential', { comparedWith: on(3, 'scheme-basic') }],
    ])('needs none if %s', async (_what, more) => {
      expect((await again({ ...open, ...more }, closing)).outcome).toBe('fixed');
    });
  });

  test('has no result without a connection', async () => {
    const openDispatcher: RunContext['openDispatcher'] = () => {
      const lost = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      return {
        dispatch(_sent, handler) {
          handler.onResponseError?.(undefined as never, lost);
          return true;
        },
        destroy: async () => {},
      };
    };
    const one = finding('errors.status', { exchange: refused });
    const result = await again(one, { context: { openDispatcher } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['request'] });
    expect(result.reason).toMatch(/^Cannot reach the target: /);
  });

  test('has no result if it is interrupted', async () => {
    const signal = AbortSignal.abort();
    const result = await again(finding('create.text'), { context: { signal } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement'], requests: 0 });
    const resent = await again(finding('errors.status', { exchange: refused }), { context: { signal } });
    expect(resent).toMatchObject({ outcome: 'inconclusive', names: ['request'], requests: 0 });
  });

  test('has no result if a custom check fails', async () => {
    const context = { added: [throwing] };
    const result = await again(finding('guide.etag', { exchange: recorded(200) }), { context });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['request'] });
    expect(result.reason).toMatch(
      /^A custom check threw an error or did not finish, .* was not tested\. guide\.mjs: .* too far$/,
    );
  });

  test('gives the reason why its requirement was not tested', async () => {
    const only = 'list.ok,list.complete';
    const result = await again(finding('list.complete'), { settings: { only, maxCreates: 0 } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement', 'run'] });
    expect(result.reason).toMatch(/^no list was read after a creation/);
    const unknown = await again(finding('guide.other'));
    expect(unknown).toMatchObject({ outcome: 'inconclusive', reason: 'No requirement was tested.' });
  });
});

const text = { title: '', source: '', asks: '', impact: '', fix: '' };

/** A custom check that throws for each response. */
const throwing: AddedChecks = {
  from: 'guide.mjs',
  requirements: [{ ...text, id: 'guide.etag', level: 'required' }],
  suite: {
    title: 'Guide',
    checks: [
      everyResponse(
        'guide.etag',
        'a rule',
        () => true,
        () => {
          throw new RangeError('too far');
        },
      ),
    ],
  },
};

describe('a replay of several findings', () => {
  async function all(findings: readonly Finding[], given: Target = {}) {
    const { settings, context } = target(given);
    return replayAll(findings, oldMark, settings, context);
  }

  test('takes one run of their requirements, with the requests of those that one response decides', async () => {
    const { report, results } = await all([
      finding('errors.status', { exchange: refused }),
      finding('create.description-optional'),
      finding('invalid.name-type', { exchange: badName }),
    ]);
    expect(results).toMatchObject([
      { outcome: 'fixed', now: 'GET /categories returned 401' },
      {
        outcome: 'fixed',
        now: 'create.description-optional passed in a run (1 response or case)',
      },
      { outcome: 'fixed', now: 'POST /categories returned 400' },
    ]);
    for (const { requests, leftovers } of results)
      expect([requests, leftovers]).toEqual([report.requests.total, report.leftovers]);
    expect(report.configuration).toMatchObject({
      ...{ only: 'errors.status,create.description-optional,invalid.name-type', shrinkRequests: 0 },
    });
    expect(report.exchanges?.recorded.length).toBe(report.requests.total);
    expect(sentBy({ report }).filter((one) => one.endsWith('the request of the finding'))).toEqual([
      'GET /categories: the request of the finding',
      'POST /categories: the request of the finding',
    ]);
  });

  test('says which of them fail', async () => {
    const { results } = await all(
      [
        finding('invalid.name-type', { exchange: badName }),
        finding('invalid.name-type', { exchange: badName }),
      ],
      { defect: 'name-number-coerced' },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['still failing', 'still failing']);
    const mixed = await all(
      [finding('errors.status', { exchange: refused }), finding('invalid.name-type', { exchange: badName })],
      { defect: 'name-number-coerced' },
    );
    expect(mixed.results.map(({ outcome }) => outcome)).toEqual(['fixed', 'still failing']);
  });

  test.each<readonly [string, readonly Finding[], string | undefined]>([
    ['needs a run of everything', [finding('list.complete')], 'list.ok'],
    ['needs it, and another does not', [finding('list.complete'), finding('create.text')], 'list.ok'],
    [
      'is intermittent',
      [finding('errors.status', { exchange: refused, places: places('x'), alsoCorrect: places('x') })],
      'list.ok',
    ],
    ['is decided by its request', [finding('invalid.name-type', { exchange: badName })], 'invalid.name-type'],
    ['is in a 429', [finding('errors.status', { exchange: recorded(429) })], 'errors.status,limit.enforced'],
    [
      'is in a 429, and another is not',
      [finding('errors.status', { exchange: recorded(429) }), finding('create.text')],
      'errors.status,create.text,limit.enforced',
    ],
    ['is twice in the report', [finding('create.text'), finding('create.text')], 'create.text'],
  ])('with one finding that %s', async (_what, findings, only) => {
    const { report } = await all(findings, { settings: { only: 'list.ok' } });
    expect(report.configuration.only).toBe(only);
  });

  test('says what a finding that needed another status got now', async () => {
    const { results } = await all([finding('headers.present', { exchange: recorded(500) })]);
    expect(results).toMatchObject([
      {
        outcome: 'not reproduced',
        reason:
          'The finding needs GET /categories to return 500, which did not happen (GET /categories returned 200).',
      },
    ]);
  });

  test('says which requirement is unknown now', async () => {
    const { results } = await all([finding('create.description-optional'), finding('guide.other')]);
    expect(results).toMatchObject([
      { outcome: 'fixed' },
      { outcome: 'inconclusive', reason: 'it was not tested' },
    ]);
  });

  test('says which request could not be sent', async () => {
    const one = finding('headers.present', { exchange: recorded(200) });
    const { results } = await all([one, finding('headers.limit', { exchange: recorded(200) })], {
      settings: { maxRequests: 5, only: 'headers.present' },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'inconclusive']);
    expect(results[0]?.reason).toBe('its request could not be sent again');
    const failing = await all([one], {
      change: without('X-RateLimit-Limit'),
      settings: { maxRequests: 5, only: 'headers.present' },
    });
    expect(failing.results).toMatchObject([{ outcome: 'still failing' }]);
  });
});
