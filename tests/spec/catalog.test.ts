import { describe, expect, test } from 'vitest';
import {
  catalog,
  isRequirementId,
  requirement,
  requirementsVersion,
  sections,
  similarIds,
} from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';

/**
 * Every id with its level and, after a comma, what a user must ask for. Reports, waivers and scripts of users
 * hold these ids, so an id never changes its meaning, is not given to another sentence and not removed.
 * A new row is added here by hand; a change of level is a decision that this list makes visible.
 */
const frozen: readonly (readonly [id: string, level: string])[] = [
  ['versioning.base-path', 'required'],
  ['versioning.description-version', 'required, description'],
  ['versioning.stability-marker', 'required, description'],
  ['versioning.description-operations', 'required, description'],
  ['versioning.description-base', 'required, description'],
  ['versioning.environments', 'not-testable'],
  ['versioning.sunset', 'observed'],
  ['auth.key-missing', 'required'],
  ['auth.key-invalid', 'required'],
  ['auth.key-exact', 'required'],
  ['auth.bearer-only', 'required'],
  ['auth.key-accepted', 'required'],
  ['auth.other-places', 'not-testable'],
  ['auth.challenge', 'advisory'],
  ['auth.scheme-case', 'advisory'],
  ['auth.key-issuing', 'not-testable'],
  ['errors.shape', 'required'],
  ['errors.status', 'required'],
  ['errors.media-type', 'required'],
  ['errors.elsewhere', 'advisory'],
  ['errors.texts', 'advisory'],
  ['errors.no-internals', 'advisory'],
  ['errors.codes', 'observed'],
  ['list.ok', 'required'],
  ['list.category', 'required'],
  ['list.ids-unique', 'required'],
  ['list.complete', 'required'],
  ['list.page-marks', 'advisory'],
  ['list.media-type', 'required'],
  ['create.created', 'required'],
  ['create.media-type', 'required'],
  ['create.id', 'required'],
  ['create.id-unique', 'required'],
  ['create.fields', 'required'],
  ['create.description-optional', 'required'],
  ['create.text', 'required'],
  ['create.location', 'observed'],
  ['invalid.name-missing', 'required'],
  ['invalid.name-type', 'required'],
  ['invalid.description-type', 'required'],
  ['invalid.body-type', 'required'],
  ['invalid.body-malformed', 'required'],
  ['invalid.body-lenient', 'advisory'],
  ['invalid.either', 'required, thorough'],
  ['invalid.body-bytes', 'required'],
  ['invalid.body-empty', 'required'],
  ['invalid.nothing-stored', 'required'],
  ['invalid.null-description', 'observed, thorough'],
  ['invalid.unstated', 'observed, thorough'],
  ['headers.present', 'required'],
  ['headers.form', 'advisory'],
  ['headers.limit', 'required'],
  ['headers.remaining', 'required'],
  ['headers.reset', 'required'],
  ['headers.usage', 'required'],
  ['headers.reset-reached', 'observed'],
  ['headers.plan', 'required, plan'],
  ['headers.plan-window', 'required, plan'],
  ['headers.limit-steady', 'required'],
  ['headers.elsewhere', 'advisory'],
  ['limit.enforced', 'required'],
  ['limit.retry-after', 'required'],
  ['limit.retry-after-value', 'required'],
  ['limit.recovers', 'required'],
  ['limit.retry-after-agrees', 'observed'],
  ['limit.retry-after-unit', 'observed'],
  ['limit.body', 'observed'],
  ['limit.ban', 'not-testable'],
  ['limit.client-backoff', 'not-testable'],
  ['limit.upgrade', 'not-testable'],
  ['limit.daily', 'not-testable'],
  ['pets.exists', 'observed'],
  ['orders.exists', 'observed'],
  ['orders.interactive', 'not-testable'],
  ['other.operations', 'not-testable'],
  ['other.states', 'not-testable'],
  ['other.events', 'not-testable'],
  ['http.sheds-load', 'advisory, concurrency'],
  ['http.date', 'advisory'],
  ['http.json-clean', 'advisory'],
];

/** The sections of the specification, with the number of the rule where there is one, and the standards. */
const sources: readonly RegExp[] = [
  /^(Versioning|Authentication) \d(, \d)*$/,
  /^Limits(, rules? \d( and \d)*)?$/,
  /^(Rate limits by plan|Errors( \d{3})?|Endpoints|(GET|POST) \/categories|NewCategory|Category|Error)$/,
  /^(What the service does|Other operations|States and transitions|Events)$/,
  /^(RFC \d{4}|CWE-\d+)( [\d.]+(, [\d.]+)*)?$/,
];

describe('the ledger', () => {
  test('has the ids and levels that were released, in their order', () => {
    const rows = catalog.map((row) => [row.id, row.asked ? `${row.level}, ${row.asked}` : row.level]);
    expect(rows).toEqual(frozen);
  });

  test('is the sum of its sections', () => {
    expect(sections.flatMap((section) => section.requirements)).toEqual(catalog);
    expect(new Set(sections.map((section) => section.title)).size).toBe(sections.length);
    for (const section of sections) expect(section.requirements, section.title).not.toHaveLength(0);
  });

  test('has a version of three numbers', () => {
    expect(requirementsVersion).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('names no id twice', () => {
    expect(new Set(catalog.map((row) => row.id)).size).toBe(catalog.length);
  });

  test('says different things in different rows', () => {
    for (const field of ['title', 'asks'] as const) {
      expect(new Set(catalog.map((row) => row[field])).size, field).toBe(catalog.length);
    }
  });
});

const named =
  /Express|FastAPI|Fastify|Flask|Spring|ASP\.NET|Django|Laravel|Rails|Nest|hono|Jackson|Pydantic|ajv|MySQL|nginx|Apache|PHP|axum/;

describe('every row', () => {
  /** The ids of the rows that break a rule, so that a failure names them all. */
  const except = (holds: (row: Requirement) => boolean) =>
    catalog.filter((row) => !holds(row)).map((row) => row.id);

  test('has an id of the form section.name', () => {
    expect(except((row) => /^[a-z]+\.[a-z]+(-[a-z]+)*$/.test(row.id))).toEqual([]);
  });

  test('has a title that fits in a line and is a clause', () => {
    expect(except((row) => row.title.length <= 90 && !row.title.endsWith('.'))).toEqual([]);
  });

  test('says in its title what must be, or where it is advisory what should', () => {
    const word = { required: /\bmust\b/, advisory: /\bshould\b/, observed: /^(?!.*\b(must|should)\b)/ };
    expect(except(({ level, title }) => level === 'not-testable' || word[level].test(title))).toEqual([]);
  });

  test('quotes the specification, where it is required', () => {
    expect(except(({ level, sentence }) => level !== 'required' || (sentence ?? '').length > 10)).toEqual([]);
    expect(except(({ source, sentence }) => !/^(RFC|CWE)/.test(source) || sentence === undefined)).toEqual(
      [],
    );
  });

  test('leaves the names of software to its own field, for nine readers of ten run something else', () => {
    expect(
      except(({ title, asks, impact, fix }) => !named.test(`${title} ${asks} ${impact} ${fix}`)),
    ).toEqual([]);
    expect(
      catalog.filter(({ software }) => software !== undefined && named.test(software)).length,
    ).toBeGreaterThan(20);
  });

  test.each(['title', 'asks', 'impact', 'fix'] as const)(
    'has something to say under %s, in one paragraph',
    (field) => {
      expect(except((row) => row[field].length >= 20)).toEqual([]);
      expect(except((row) => row[field] === row[field].replace(/\s+/g, ' ').trim())).toEqual([]);
    },
  );

  test.each(['asks', 'impact', 'fix'] as const)('speaks in full sentences under %s', (field) => {
    expect(except((row) => /^[\w"[].*\.$/.test(row[field]))).toEqual([]);
  });

  test('says the same way what it means that a request was not served', () => {
    const advice = catalog.flatMap(({ id, outcomes }) =>
      Object.values(outcomes ?? {}).flatMap(({ impact, fix }) =>
        [impact, fix].map((text) => [id, text] as const),
      ),
    );
    const wrong = advice.filter(
      ([, text]) => !/^[A-Z].{20,}\.$/.test(text) || text !== text.replace(/\s+/g, ' ') || named.test(text),
    );
    expect(wrong).toEqual([]);
    // Whatever judges a refusal has advice for another one.
    const without = except(
      ({ id, outcomes }) =>
        !/^(auth\.(key-(missing|invalid|exact)|bearer)|invalid\.(name|desc|body-[mte]))/.test(id) ||
        outcomes !== undefined,
    );
    expect(without).toEqual([]);
  });

  test('asks in four sentences at most', () => {
    const sentences = (text: string) => text.split(/[.!?] (?=[A-Z])/).length;
    expect(except((row) => sentences(row.asks) <= 4)).toEqual([]);
  });

  test('says why it is not tested, if and only if it is excluded', () => {
    expect(except((row) => row.impact.startsWith('Not tested') === (row.level === 'not-testable'))).toEqual(
      [],
    );
  });

  test('names its source in the specification or a standard', () => {
    expect(except((row) => sources.some((source) => source.test(row.source)))).toEqual([]);
  });

  test('rests on a standard, where it is advisory, or on a part of the specification', () => {
    expect(
      except((row) => !row.source.startsWith('RFC') || ['advisory', 'observed'].includes(row.level)),
    ).toEqual([]);
  });

  test('mentions only ids that exist', () => {
    const families = [...new Set(catalog.map((row) => row.id.split('.')[0]))].join('|');
    const mention = new RegExp(`\\b(?:${families})\\.[a-z]+(?:-[a-z]+)*\\b(?!\\()`, 'g');
    const mentioned = (row: Requirement) =>
      `${row.title} ${row.asks} ${row.impact} ${row.fix}`.match(mention) ?? [];
    expect(except((row) => mentioned(row).every(isRequirementId))).toEqual([]);
    expect(catalog.flatMap(mentioned)).toContain('headers.form');
  });
});

describe('looking up an id', () => {
  test('gives the row', () => {
    expect(requirement('errors.status').title).toContain('HTTP status');
    expect(isRequirementId('errors.status')).toBe(true);
  });

  test('throws for an unknown id and says which may have been meant', () => {
    expect(() => requirement('errors.statos')).toThrow(/no id "errors\.statos".*"errors\.status"/);
    expect(() => requirement('something else')).toThrow(/no id "something else"/);
  });

  test('does not take properties of objects for ids', () => {
    for (const text of ['', 'constructor', '__proto__', 'Errors.status']) {
      expect(isRequirementId(text), text).toBe(false);
    }
  });
});

describe('suggesting ids', () => {
  test('mends a slip of the pen', () => {
    expect(similarIds('auth.key-mising')[0]).toBe('auth.key-missing');
    expect(similarIds('Auth.Key_Missing ')[0]).toBe('auth.key-missing');
  });

  test('finds an id by its name without the section, or by a part of it', () => {
    expect(similarIds('nothing-stored')[0]).toBe('invalid.nothing-stored');
    expect(similarIds('nothing-stord')[0]).toBe('invalid.nothing-stored');
    expect(similarIds('malformed')).toEqual(['invalid.body-malformed']);
  });

  test('puts an exact id first', () => {
    expect(similarIds('limit.retry-after')[0]).toBe('limit.retry-after');
  });

  test('gives no more than was asked for', () => {
    expect(similarIds('retry-after')).toHaveLength(3);
    expect(similarIds('retry-after', 1)).toHaveLength(1);
  });

  test('suggests nothing where nothing is near', () => {
    for (const text of ['', '  ', 'x', 'weather forecast']) expect(similarIds(text), text).toEqual([]);
  });
});
