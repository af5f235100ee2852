import { describe, expect, test } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import { conclusion, everyResponse } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { replay, type Step } from '../../src/engine/replay.ts';
import type { ReplayOutcome } from '../../src/engine/replay-outcome.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { finding, recorded } from '../support/findings.ts';
import { startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** The mark of the reported run. */
const oldMark = 'kitqzabcde';

const badName = recorded(201, {}, { body: `{"name":1,"description":"${oldMark}aaab"}` });
const refused = recorded(401, { credential: 'none' });

function changeOf(id: string): Change {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`Unknown defect: ${id}`);
  return change;
}

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
async function again(one: Finding, given: Target = {}) {
  const { settings, context } = target(given);
  const steps: [Step, ReplayOutcome['outcome'] | undefined][] = [];
  const result = await replayOne(one, oldMark, settings, context, (step, [before]) =>
    steps.push([step, before?.outcome]),
  );
  return { ...result, steps, names: steps.map(([step]) => step) };
}

/** A run that the user narrowed, so that the last step is short. */
const narrow = { settings: { only: 'errors.status' } };
const places = (place: string) => [{ place, count: 1 }];

describe('the steps of a replay', () => {
  const both = ['requirement', 'run'] as const;
  const cases: readonly (readonly [string, Finding, readonly Step[]])[] = [
    ['a rule on each response', finding('errors.status', { exchange: refused }), ['requirement']],
    ['an invalid body', finding('invalid.name-type', { exchange: badName }), ['requirement']],
    ['an invalid body and what is stored', finding('invalid.nothing-stored', { exchange: badName }), both],
    ['a check', finding('create.description-optional', { exchange: badName }), ['requirement']],
    ['a check and a rule on the run', finding('create.id', { exchange: badName }), both],
    ['the whole run', finding('list.complete'), both],
    ['a rule that only the proof of the limit feeds', finding('limit.enforced'), ['requirement']],
    ['a rule in a 429', finding('errors.status', { exchange: recorded(429) }), ['requirement']],
    ['no request', finding('errors.status'), ['requirement']],
    [
      'a request that the requirement alone does not send',
      finding('list.ok', { exchange: recorded(401, { credential: 'scheme-token' }) }),
      both,
    ],
    [
      'a place that also passed',
      finding('errors.status', {
        exchange: refused,
        places: places('a place'),
        alsoCorrect: [...places('another'), ...places('a place')],
      }),
      both,
    ],
    [
      'another place that passed',
      finding('errors.status', {
        exchange: refused,
        places: places('a place'),
        alsoCorrect: places('GET /categories returned 200'),
      }),
      ['requirement'],
    ],
    [
      'a GET with the key that also passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: [...places('another'), ...places('GET /categories returned 200')],
      }),
      both,
    ],
    [
      'a GET of something else that passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: places('GET /categories/1 returned 200'),
      }),
      ['requirement'],
    ],
  ];
  test.each(cases)('%s', async (_what, one, names) => {
    const only = one.requirement;
    const result = await again(one, { settings: { only } });
    expect(result.names).toEqual(names);
    expect(result.steps[0]).toEqual(['requirement', undefined]);
    if (one.requirement.startsWith('limit')) expect(result.outcome).toBe('inconclusive');
    else if (one.exchange?.response?.status === 429) expect(result.outcome).toBe('not reproduced');
    else expect([result.outcome, result.reason]).toEqual(['fixed', undefined]);
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
    const { steps } = await again(finding('errors.status', { exchange: recorded(500) }), narrow);
    expect(steps).toEqual([
      ['requirement', undefined],
      ['run', 'not reproduced'],
    ]);
  });

  test('none follows if the key is refused', async () => {
    const one = finding('list.complete');
    const result = await again(one, { settings: { key: 'another-key-0123456789' } });
    expect(result).toMatchObject({ outcome: 'inconclusive', requests: 1, names: ['requirement'] });
    expect(result.reason).toMatch(/^The key was refused: GET \/categories returned 401\./);
  });

  test('none follows if the target only limits', async () => {
    const change = editResponses(
      () => true,
      (response) => ({ ...response, status: 429, headers: [['Retry-After', '600']] }),
    );
    const one = finding('errors.status', { exchange: refused });
    const result = await again(one, { change, settings: { maxWaitSeconds: 1 } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement'] });
  });

  test('a generated body is sent again with another seed, by a new name', async () => {
    const payload = { class: 'name-integer' } as unknown as NonNullable<Finding['payload']>;
    const kept = {
      ...badName.request.again,
      bodyBase64: Buffer.from(badName.request.body ?? '').toString('base64'),
    };
    const exchange = { ...badName, request: { ...badName.request, again: kept } };
    const one = finding('invalid.name-type', { exchange, payload });
    const { report } = await again(one, { settings: { seed: 7 } });
    const bodies = (report.exchanges?.recorded ?? []).map(({ request }) => request.body ?? '');
    expect(bodies.filter((body) => body.startsWith('{"name":1,"description":"'))).toEqual([
      expect.stringContaining(`"${report.runMark}`),
    ]);
  });
});

describe('a replay', () => {
  test('counts the requests and the leftover data of both steps', async () => {
    const one = finding('list.complete');
    const { names, requests, leftovers, report } = await again(one, { settings: { only: 'list.complete' } });
    expect(names).toEqual(['requirement', 'run']);
    expect(requests).toBe(2 * report.requests.total);
    expect(leftovers).toHaveLength(2 * report.leftovers.length);
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
    expect((await again(another, { ...stored, settings: { only: 'list.media-type' } })).outcome).toBe(
      'fixed',
    );
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
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement'] });
    expect(result.reason).toMatch(/^Cannot reach the target: /);
  });

  test('has no result if it is interrupted', async () => {
    const signal = AbortSignal.abort();
    const result = await again(finding('create.text'), { context: { signal } });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement'], requests: 0 });
    const resent = await again(finding('errors.status', { exchange: refused }), { context: { signal } });
    expect(resent).toMatchObject({ outcome: 'inconclusive', names: ['requirement'], requests: 0 });
  });

  test('has no result if a custom check fails', async () => {
    const context = { added: [throwing] };
    const result = await again(finding('guide.etag', { exchange: recorded(200) }), { context });
    expect(result).toMatchObject({ outcome: 'inconclusive', names: ['requirement'] });
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
    expect(unknown).toMatchObject({ outcome: 'inconclusive', reason: 'it was not tested' });
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
    const steps: Step[] = [];
    const result = await replay(findings, oldMark, settings, context, (step) => steps.push(step));
    return { ...result, steps };
  }

  test('takes one run of their requirements', async () => {
    const { report, outcomes, requests, leftovers, steps } = await all([
      finding('errors.status', { exchange: refused }),
      finding('create.description-optional'),
      finding('invalid.name-type', { exchange: badName }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['fixed', 'fixed', 'fixed']);
    expect([steps, requests, leftovers]).toEqual([['requirement'], report.requests.total, report.leftovers]);
    expect(report.configuration).toMatchObject({
      only: 'errors.status,create.description-optional,invalid.name-type',
      shrinkRequests: 0,
    });
  });

  test('says which of them fail, also if the second step no longer tests them', async () => {
    const { outcomes, steps } = await all(
      [finding('invalid.name-type', { exchange: badName }), finding('list.complete')],
      { defect: 'name-number-coerced', settings: { only: 'list.complete' } },
    );
    expect(steps).toEqual(['requirement', 'run']);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['still failing', 'fixed']);
  });

  test.each<readonly [string, readonly Finding[], string]>([
    ['in a 429', [finding('errors.status', { exchange: recorded(429) })], 'errors.status,limit.enforced'],
    [
      'in a 429, and another is not',
      [finding('errors.status', { exchange: recorded(429) }), finding('create.text')],
      'errors.status,create.text,limit.enforced',
    ],
    ['twice in the report', [finding('create.text'), finding('create.text')], 'create.text'],
  ])('with one finding that is %s', async (_what, findings, only) => {
    const { report } = await all(findings, { settings: { only: 'list.ok' } });
    expect(report.configuration.only).toBe(only);
  });
});
