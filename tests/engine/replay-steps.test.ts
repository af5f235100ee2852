import { describe, expect, test } from 'vitest';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Change } from '../../reference-server/changes/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
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

  test('none follows if the key is refused', async () => {
    const one = finding('list.complete');
    const result = await again(one, { settings: { key: 'another-key-0123456789' } });
    expect(result).toMatchObject({ outcome: 'inconclusive', requests: 1, names: ['requirement'] });
    expect(result.reason).toMatch(/^The key was refused: GET \/categories returned 401\./);
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
  test('is never strict, and a run that takes the reported one again keeps its selection', async () => {
    const { report } = await again(finding('list.complete'), {
      settings: { strict: true, strictSelection: true, only: 'list.ok' },
    });
    expect(report.configuration).toMatchObject({ strict: false, strictSelection: false, only: 'list.ok' });

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
});

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
});
