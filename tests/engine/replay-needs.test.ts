import { describe, expect, it, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { replay } from '../../src/engine/replay.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { sampleReport } from '../report/sample-report.ts';
import { finding, recorded } from '../support/findings.ts';
import { startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** The mark of the reported run. */
const oldMark = 'kitqzabcde';

const badName = recorded(201, {}, { body: `{"name":1,"description":"${oldMark}aaab"}` });
const refused = recorded(401, { credential: 'none' });
const places = (place: string) => [{ place, count: 1 }];

interface Target {
  readonly defect?: string;
  readonly settings?: Partial<Settings>;
}

/** Prepares a target: the reference server with one defect, and with a quota that no run uses up. */
function target({ defect, settings = {} }: Target) {
  const change = defects.flatMap((one) => (one.id === defect ? [one.change] : []));
  const clock = createSharedClock();
  const { url, openDispatcher } = startInMemory({
    keys: [{ key: testKey, plan: 'business' }],
    clock,
    change,
  });
  return {
    settings: settingsFor(url, { exhaust: false, ...settings }),
    context: { clock, openDispatcher },
  };
}

/** A report with these findings. */
const reportWith = (...findings: readonly Finding[]): Report => ({
  ...sampleReport,
  runMark: oldMark,
  findings,
});

function again(one: Finding, given: Target = {}) {
  const { settings, context } = target(given);
  return replayOne(one, reportWith(one), settings, context);
}

describe('what a replay runs', () => {
  /** The only requirement that the reported run selects, so that repeating the whole run takes little time. */
  const whole = 'list.ok';
  const cases: readonly (readonly [what: string, one: Finding, only: string])[] = [
    ['a rule on each response', finding('errors.status', { exchange: refused }), 'errors.status'],
    ['an invalid body', finding('invalid.name-type', { exchange: badName }), 'invalid.name-type'],
    ['an invalid body and what is stored', finding('invalid.nothing-stored', { exchange: badName }), whole],
    ['a check', finding('create.description-optional'), 'create.description-optional'],
    ['a check and a rule on the run', finding('create.id'), whole],
    ['the whole run', finding('list.complete'), whole],
    ['the proof of the limit', finding('limit.enforced'), 'limit.enforced'],
    [
      'a rule in a 429',
      finding('errors.status', { exchange: recorded(429) }),
      'errors.status,limit.enforced',
    ],
    ['no request', finding('errors.status'), 'errors.status'],
    [
      'a place that also passed',
      finding('errors.status', {
        exchange: refused,
        places: places('a place'),
        alsoCorrect: [...places('another'), ...places('a place')],
      }),
      whole,
    ],
    [
      'another place that passed',
      finding('errors.status', {
        exchange: refused,
        places: places('a place'),
        alsoCorrect: places('GET /categories returned 200'),
      }),
      'errors.status',
    ],
    [
      'a GET with the key that also passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: places('GET /categories returned 200'),
      }),
      whole,
    ],
    [
      'a GET of something else that passed',
      finding('headers.present', {
        exchange: recorded(200),
        alsoCorrect: places('GET /categories/1 returned 200'),
      }),
      'headers.present',
    ],
  ];
  test.each(cases)('%s', async (_what, one, only) => {
    const { report } = await again(one, { settings: { only: whole } });
    expect(report.configuration.only).toBe(only);
  });

  it('ignores --strict and accepted failures', async () => {
    const terms = { reason: 'any', owner: 'Ada', until: '2999-12-31' };
    const accepted = [{ requirement: 'invalid.name-type', ...terms }];
    const settings = { strict: true, accepted };
    const one = finding('invalid.name-type', {
      exchange: badName,
      signature: 'invalid.name-type: returned 201',
    });
    const { report, kinds } = await again(one, { defect: 'name-number-coerced', settings });
    expect(report.configuration).toMatchObject({ strict: false });
    expect(kinds).toEqual(['still failing']);
    expect(report.findings[0]?.accepted).toBeUndefined();
  });

  it('contains the generated body again, under a new name if the seed differs', async () => {
    const payload = { class: 'name-integer' } as unknown as NonNullable<Finding['payload']>;
    const kept = {
      ...badName.request.again,
      bodyBase64: Buffer.from(badName.request.body ?? '').toString('base64'),
    };
    const exchange = { ...badName, request: { ...badName.request, again: kept } };
    const one = finding('invalid.name-type', { exchange, payload });
    const { report } = await again(one, { settings: { seed: 7, keepExchanges: true } });
    const bodies = (report.exchanges?.recorded ?? []).map(({ request }) => request.body ?? '');
    expect(bodies.filter((body) => body.startsWith('{"name":1,"description":"'))).toEqual([
      expect.stringContaining(`"${report.runMark}`),
    ]);
  });

  it('is one run for several findings, each with its own result', async () => {
    const { settings, context } = target({
      defect: 'name-number-coerced',
      settings: { only: 'list.complete' },
    });
    const name = finding('invalid.name-type', { signature: 'invalid.name-type: returned 201' });
    const shape = finding('errors.status', { exchange: refused });
    const other = finding('list.ok');
    const { changes, report } = await replay(
      reportWith(name, shape, other),
      [name, shape],
      settings,
      context,
    );
    expect(report.configuration.only).toBe('invalid.name-type,errors.status');
    // The finding that was not chosen has no result.
    expect(changes.map(({ kind, requirement }) => [kind, requirement])).toEqual([
      ['still failing', 'invalid.name-type'],
      ['fixed', 'errors.status'],
    ]);
  });
});

describe('a finding that does not occur again', () => {
  const isFixed = async (one: Finding, given: Target = {}) => (await again(one, given)).kinds;

  it('is not fixed if the key was refused, and the run ends after one request', async () => {
    const { kinds, report } = await again(finding('list.complete'), {
      settings: { key: 'another-key-0123456789' },
    });
    expect([kinds, report.requests.total]).toEqual([['not tested again'], 1]);
  });

  it('is not fixed if the status that showed it did not occur again', async () => {
    const limited = finding('errors.status', { exchange: recorded(429) });
    expect(await isFixed(limited)).toEqual(['not tested again']);
    expect(await isFixed(finding('headers.present', { exchange: recorded(500) }))).toEqual([
      'not tested again',
    ]);
    const posted = recorded(200, {}, { body: '{}' });
    expect(await isFixed(finding('headers.present', { exchange: posted }))).toEqual(['not tested again']);
    expect(await isFixed(finding('headers.present', { exchange: recorded(200) }))).toEqual(['fixed']);
    expect(await isFixed(finding('create.fields', { exchange: posted }))).toEqual(['fixed']);
  });

  it('is not fixed if its credential was not sent again after the same preceding credential', async () => {
    const joined = (credential: string) =>
      finding('auth.bearer-only', { exchange: recorded(200, { credential }) });
    expect(await isFixed(joined('scheme-missing'))).toEqual(['fixed']);
    expect(await isFixed(joined('scheme-of-another-kit'))).toEqual(['not tested again']);
    const following = (before: string) => {
      const exchange = { ...recorded(200, { credential: 'none' }), connection: 1 };
      const other = { ...recorded(200, { credential: before }), connection: 1 };
      return finding('auth.key-missing', { exchange, comparedWith: { exchange: other, curl: '' } });
    };
    expect(await isFixed(following('bearer'))).toEqual(['fixed']);
    expect(await isFixed(following('key-cut'))).toEqual(['not tested again']);
  });

  it('is not fixed if the list was not empty and its requirement both passed and failed in the reported run', async () => {
    const both = finding('list.ok', {
      exchange: recorded(404),
      alsoCorrect: places('GET /categories returned 200'),
    });
    const narrowed = { settings: { only: 'list.ok' } };
    const stored = { defect: 'list-legacy-name-null', ...narrowed };
    expect(await isFixed(both, stored)).toEqual(['not tested again']);
    expect(await isFixed(both, narrowed)).toEqual(['fixed']);
    expect(await isFixed(finding('list.ok', { exchange: recorded(404) }), stored)).toEqual(['fixed']);
  });

  it('still fails if its requirement fails in a new way', async () => {
    const { kinds } = await again(finding('invalid.name-type', { exchange: badName }), {
      defect: 'name-number-coerced',
    });
    expect(kinds).toEqual(['new', 'not tested again']);
  });
});
