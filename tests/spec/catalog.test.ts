import { describe, expect, test } from 'vitest';
import {
  catalog,
  isRequirementId,
  isVocabulary,
  matchesOnly,
  requirementById,
  requirementIds,
  requirementsVersion,
} from '../../src/spec/catalog.ts';
import { operationTitle } from '../../src/spec/operations.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { nearest } from '../../src/text/similar.ts';

/**
 * Every id with its level and, after a comma, the option that selects it. Users' reports, files of accepted failures and
 * scripts contain these ids, so an id never changes its meaning and is never removed or reused. Add new requirements by
 * hand.
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
  ['create.content-type', 'advisory'],
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
  ['invalid.either', 'required'],
  ['invalid.body-bytes', 'required'],
  ['invalid.body-empty', 'required'],
  ['invalid.nothing-stored', 'required'],
  ['invalid.null-description', 'observed'],
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
  ['limit.retry-after-agrees', 'advisory'],
  ['limit.retry-after-unit', 'observed'],
  ['limit.body', 'observed'],
  ['limit.ban', 'not-testable'],
  ['limit.client-backoff', 'not-testable'],
  ['limit.upgrade', 'not-testable'],
  ['limit.daily', 'not-testable'],
  ['pets.exists', 'advisory'],
  ['orders.exists', 'advisory'],
  ['orders.interactive', 'not-testable'],
  ['other.operations', 'not-testable'],
  ['other.states', 'not-testable'],
  ['other.events', 'not-testable'],
  ['http.sheds-load', 'advisory, concurrency'],
  ['http.server-errors', 'advisory'],
  ['http.passing-failures', 'advisory'],
  ['http.date', 'advisory'],
  ['http.json-clean', 'advisory'],
];

/**
 * Patterns of the sources: sections of the specification, with the numbers of rules if there are any, and standards.
 */
const sources: readonly RegExp[] = [
  /^(Versioning|Authentication) \d(, \d)*$/,
  /^Limits(, rules? \d( and \d)*)?$/,
  /^(Rate limits by plan|Errors( \d{3})?|Endpoints|(GET|POST) \/categories|NewCategory|Category|Error)$/,
  /^(What the service does|Other operations|States and transitions|Events)$/,
  /^(RFC \d{4}|CWE-\d+)( [\d.]+(, [\d.]+)*)?$/,
];

describe('the requirement catalog', () => {
  test('has the released ids and levels in the released order', () => {
    const released = catalog.map((one) => [one.id, one.asked ? `${one.level}, ${one.asked}` : one.level]);
    expect(released).toEqual(frozen);
  });

  test('has a version of three numbers', () => {
    expect(requirementsVersion).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('has unique titles and explanations', () => {
    for (const field of ['title', 'asks'] as const) {
      expect(new Set(catalog.map((one) => one[field])).size, field).toBe(catalog.length);
    }
  });
});

const named =
  /Express|FastAPI|Fastify|Flask|Spring|ASP\.NET|Django|Laravel|Rails|Nest|hono|Jackson|Pydantic|ajv|MySQL|nginx|Apache|PHP|axum/;

describe('every requirement', () => {
  /** Returns the ids of all requirements that violate a rule of this test. */
  const except = (isMet: (one: Requirement) => boolean) =>
    catalog.filter((one) => !isMet(one)).map((one) => one.id);

  test('has an id of the form section.name', () => {
    expect(except((one) => /^[a-z]+\.[a-z]+(-[a-z]+)*$/.test(one.id))).toEqual([]);
  });

  test('has a title of one sentence that fits on one line, without a period', () => {
    expect(
      except(
        (one) => one.title.length <= 90 && !one.title.endsWith('.') && /^(?:[A-Z]|id |code )/.test(one.title),
      ),
    ).toEqual([]);
  });

  test('has "must" in its title if required, "should" if advisory, and neither if observed', () => {
    const word = { required: /\bmust\b/, advisory: /\bshould\b/, observed: /^(?!.*\b(must|should)\b)/ };
    expect(except(({ level, title }) => level === 'not-testable' || word[level].test(title))).toEqual([]);
  });

  test('quotes the specification if required', () => {
    expect(except(({ level, sentence }) => level !== 'required' || (sentence ?? '').length > 10)).toEqual([]);
    expect(except(({ source, sentence }) => !/^(RFC|CWE)/.test(source) || sentence === undefined)).toEqual(
      [],
    );
  });

  test('names software only in the field for it', () => {
    expect(
      except(({ title, asks, impact, fix }) => !named.test(`${title} ${asks} ${impact} ${fix}`)),
    ).toEqual([]);
    expect(
      catalog.filter(({ software = [] }) => software.some((cause) => named.test(cause.text))).length,
    ).toBeGreaterThan(20);
  });

  test.each(['title', 'asks', 'impact', 'fix'] as const)('has one paragraph as its %s', (field) => {
    expect(except((one) => one[field].length >= 20)).toEqual([]);
    expect(except((one) => one[field] === one[field].replace(/\s+/g, ' ').trim())).toEqual([]);
  });

  test.each(['asks', 'impact', 'fix'] as const)('has full sentences as its %s', (field) => {
    expect(except((one) => /^[\w"[].*\.$/.test(one[field]))).toEqual([]);
  });

  test('has full sentences as its impact and fix for each other outcome', () => {
    const advice = catalog.flatMap(({ id, outcomes }) =>
      Object.values(outcomes ?? {}).flatMap(({ impact, fix }) =>
        [impact, fix].map((text) => [id, text] as const),
      ),
    );
    const wrong = advice.filter(
      ([, text]) => !/^[A-Z].{20,}\.$/.test(text) || text !== text.replace(/\s+/g, ' ') || named.test(text),
    );
    expect(wrong).toEqual([]);
    // Requirements that demand a 400 or 401 also have advice for other outcomes, such as another status.
    const without = except(
      ({ id, outcomes }) =>
        !/^(auth\.(key-(missing|invalid|exact)|bearer)|invalid\.(name|desc|body-[mte]))/.test(id) ||
        outcomes !== undefined,
    );
    expect(without).toEqual([]);
  });

  test('is explained in at most four sentences', () => {
    const sentences = (text: string) => text.split(/[.!?] (?=[A-Z])/).length;
    expect(except((one) => sentences(one.asks) <= 4)).toEqual([]);
  });

  test('gives the reason if and only if it is not testable', () => {
    expect(except((one) => one.impact.startsWith('Not tested') === (one.level === 'not-testable'))).toEqual(
      [],
    );
  });

  test('names its source in the specification or a standard', () => {
    expect(except((one) => sources.some((source) => source.test(one.source)))).toEqual([]);
  });

  test('is advisory or observed if its source is an RFC', () => {
    expect(
      except((one) => !one.source.startsWith('RFC') || ['advisory', 'observed'].includes(one.level)),
    ).toEqual([]);
  });

  test('mentions only existing ids', () => {
    const families = [...new Set(catalog.map((one) => one.id.split('.')[0]))].join('|');
    const mention = new RegExp(`\\b(?:${families})\\.[a-z]+(?:-[a-z]+)*\\b(?!\\()`, 'g');
    const mentioned = (one: Requirement) =>
      `${one.title} ${one.asks} ${one.impact} ${one.fix}`.match(mention) ?? [];
    expect(except((one) => mentioned(one).every(isRequirementId))).toEqual([]);
    expect(catalog.flatMap(mentioned)).toContain('headers.form');
  });
});

describe('looking up an id', () => {
  test('returns the requirement', () => {
    expect(requirementById('errors.status').title).toContain('HTTP status');
    expect(isRequirementId('errors.status')).toBe(true);
  });

  test('throws for an unknown id', () => {
    expect(() => requirementById('something else')).toThrow(
      'There is no requirement "something else". Use an id from src/spec/requirements.',
    );
  });

  test('does not treat inherited properties as ids', () => {
    for (const text of ['', 'constructor', '__proto__', 'Errors.status']) {
      expect(isRequirementId(text), text).toBe(false);
    }
  });
});

describe('suggesting ids', () => {
  const similarIds = (text: string, most = 3) => nearest(text, requirementIds, most);

  test.each([
    ['a typo', 'auth.key-mising', 'auth.key-missing'],
    ['an id in a different case, with a different separator', 'Auth.Key_Missing ', 'auth.key-missing'],
    ['the name without its section', 'nothing-stored', 'invalid.nothing-stored'],
    ['a typo in the name', 'nothing-stord', 'invalid.nothing-stored'],
    ['a part of the name', ' malformed\n', 'invalid.body-malformed'],
    ['a name with an extra letter', 'shapee', 'errors.shape'],
    ['the beginning of other ids', 'limit.retry-after', 'limit.retry-after'],
  ])('finds %s', (_what, text, id) => {
    expect(similarIds(text)[0]).toBe(id);
  });

  test('returns at most the requested number', () => {
    expect(similarIds('retry-after')).toHaveLength(3);
    expect(similarIds('retry-after', 1)).toHaveLength(1);
  });

  test('suggests nothing if no id is similar', () => {
    for (const text of ['', '  ', 'x', 'weather forecast']) expect(similarIds(text), text).toEqual([]);
  });
});

test.each([
  [undefined, true],
  ['list.ok', true],
  ['auth.*, list.ok ', true],
  ['list.*', true],
  ['*.ok', true],
  ['list', false],
  ['list.o', false],
  ['ist.ok', false],
  ['listXok', false],
  ['*', true],
  ['l*t*o*', true],
  ['list.ok*list.ok', false],
  ['*ok*ok', false],
  [`${'*'.repeat(40)}X`, false],
])('--only %j selects list.ok: %j', (only, isSelected) => {
  expect(matchesOnly('list.ok', only)).toBe(isSelected);
});

test('an operation is named by its method and path', () => {
  expect(operationTitle('listCategories')).toBe('GET /categories');
  expect(operationTitle('petById')).toBe('GET /pets/{petId}');
  expect(operationTitle('elsewhere')).toBe('an unlisted path');
});

describe('the vocabulary', () => {
  const advised = catalog.flatMap(({ outcomes = {} }) => Object.values(outcomes));
  const facts = catalog.flatMap(({ id, title, source, sentence, asks, impact, fix, software = [] }) =>
    [id, title, source, sentence, asks, impact, fix, ...software.map((cause) => cause.text)].filter(
      (words) => words !== undefined,
    ),
  );

  test.each([
    ...['petstore-conformance/report', 'Location:', 'X-RateLimit-Reset:', 'realm', 'petstore', 'password'],
    ...['not-testable', 'advisory', 'interrupted', 'accepted without a key', 'enterprise', 'everyResponse'],
    ...['bearer-lowercase', 'key-padded', 'listCategories GET /categories', 'orders GET /store/orders'],
  ])('contains %s', (words) => {
    expect(isVocabulary(words)).toBe(true);
  });

  test('contains every word of the catalog', () => {
    for (const words of [...facts, ...advised.flatMap(({ impact, fix }) => [impact, fix])])
      expect(isVocabulary(words), words).toBe(true);
  });

  test('contains no other words', () => {
    for (const words of ['sk-4eC39HqLyjWDarjtT1zdp7dc', 'location:x-ratelimit-limit:', 'was here'])
      expect(isVocabulary(words), words).toBe(false);
  });
});
