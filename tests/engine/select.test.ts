import { describe, expect, test } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import type { Check } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalogueOf, mostWithoutKey, select } from '../../src/engine/select.ts';
import type { Credential } from '../../src/exchange/exchange.ts';
import { requirementById } from '../../src/spec/catalog.ts';
import { type ReasonCode, reason } from '../../src/spec/reasons.ts';
import { runInMemory } from '../support/in-memory.ts';
import { settingsFor } from '../support/run-against.ts';

const choose = (given: Partial<Settings> = {}, added: readonly AddedChecks[] = []) =>
  select(catalogueOf(added), settingsFor('http://shop.test/v1', given));

const description = { from: 'openapi.yaml', document: {} };
describe('a requirement is not selected because', () => {
  const cases: readonly (readonly [string, Partial<Settings>, ReasonCode?, 'unless tested'?])[] = [
    ['list.ok', {}],
    ['versioning.description-version', {}, 'no-description'],
    ['versioning.description-version', { description }],
    ['versioning.description-version', { only: 'list.ok' }, 'no-description'],
    ['headers.plan', {}, 'no-plan'],
    ['headers.plan', { only: 'list.ok' }, 'no-plan'],
    ['headers.plan', { plan: 'free' }],
    ['headers.plan', { plan: 'free', only: 'list.ok' }, 'outside-only'],
    ['headers.plan', { plan: 'enterprise', only: 'list.ok' }, 'enterprise'],
    ['list.ok', { plan: 'enterprise' }],
    ['list.ok', { only: 'auth.*' }, 'outside-only'],
    ['list.ok', { only: 'auth.*,list.*' }],
    ['invalid.unstated', {}, 'only-thorough'],
    ['invalid.unstated', { profile: 'gentle' }, 'only-thorough'],
    ['invalid.unstated', { profile: 'thorough' }],
    ['http.sheds-load', {}],
    ['http.sheds-load', { concurrency: 1 }, 'one-at-a-time', 'unless tested'],
    ['list.ok', { concurrency: 1 }],
    ['create.created', { readOnly: true }, 'only-reads', 'unless tested'],
    ['create.created', { readOnly: false }],
    ['list.ok', { readOnly: true }],
    ['auth.key-exact', { nearMisses: false }, 'no-near-misses'],
    ['auth.key-exact', { profile: 'gentle' }, 'by-profile'],
    ['auth.key-exact', {}],
    ['auth.key-missing', { nearMisses: false }],
    ['limit.enforced', {}],
    ['limit.enforced', { exhaust: false }, 'no-exhaust', 'unless tested'],
    ['limit.enforced', { profile: 'gentle' }, 'by-profile', 'unless tested'],
    ['list.ok', { exhaust: false }],
    ['limit.body', { only: 'limit.body' }],
    ['headers.reset-reached', { only: 'headers.reset-reached' }, 'no-proof-needed', 'unless tested'],
    ['headers.reset-reached', { only: 'headers.*' }],
  ];
  test.each(cases.map((one) => [one] as const))('%j', ([id, given, code, unlessTested]) => {
    expect(choose(given).notSelected(requirementById(id))).toEqual(
      code && { reason: reason(code), unlessTested: unlessTested !== undefined },
    );
  });
});

describe('the checks of a run', () => {
  const sentFor = (given: Partial<Settings>) =>
    new Set(choose(given).checks.map(({ requirement: id }) => id));

  test('are those of the selected requirements and of the requirements whose requests they need', () => {
    const fed = ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed'];
    const { wants } = choose({ only: 'errors.shape' });
    expect(['errors.shape', ...fed, 'list.ok', 'auth.key-exact'].map(wants)).toEqual([
      ...[true, true, true, true, false, false],
    ]);
    expect(sentFor({ only: 'errors.shape' })).toEqual(new Set(['auth.key-missing']));
    expect(sentFor({ only: 'auth.key-exact' })).toEqual(new Set(['auth.key-exact']));
    expect(choose().wants('versioning.environments')).toBe(false);
  });

  test('with a near miss need a key that has one, and permission from the user', () => {
    const credentials = (given: Partial<Settings>) =>
      choose({ only: 'auth.key-exact', ...given }).checks.map(({ needs }) => needs.nearMiss);
    expect(credentials({})).toContain('key-other-case');
    expect(credentials({ key: '0123456789abcdef' })).toContain('key-cut');
    expect(credentials({ key: '0123456789abcdef' })).not.toContain('key-other-case');
    expect(credentials({ nearMisses: false })).toEqual([]);
  });
});

describe('the checks that the seed selects', () => {
  const withoutKey = (given: Partial<Settings>) =>
    choose(given).checks.filter(({ needs }) => (needs.withoutKey ?? 0) > 0);
  const isNearMiss = ({ requirement: id }: { requirement: string }) => id === 'auth.key-exact';
  const hexadecimal = '0123456789abcdef0123456789abcdef';

  test.each<readonly [Partial<Settings>, requests: number, nearMisses: number]>([
    [{}, mostWithoutKey, 13],
    [{ key: hexadecimal }, mostWithoutKey, 11],
    [{ key: `${hexadecimal.repeat(70)}g` }, mostWithoutKey, 12],
    [{ nearMisses: false }, 29, 0],
    [{ profile: 'thorough' }, mostWithoutKey, 13],
  ])(
    'with %j include %i requests without the key, %i of them near misses, for every seed',
    (given, requests, nearMisses) => {
      for (let seed = -3; seed < 40; seed++) {
        const sent = withoutKey({ ...given, seed });
        expect([sent.length, sent.filter(isNearMiss).length]).toEqual([requests, nearMisses]);
        const titles = sent.map(({ title }) => title);
        expect(new Set(titles).size).toBe(titles.length);
      }
    },
  );

  test('are the same for the same seed, and do not depend on --only', () => {
    const titles = (given: Partial<Settings>) => withoutKey({ seed: 7, ...given }).map(({ title }) => title);
    expect(titles({})).toEqual(titles({}));
    expect(titles({})).not.toEqual(titles({ seed: 8 }));
    const only = titles({ only: 'auth.bearer-only' });
    expect(only).toEqual(titles({}).filter((title) => only.includes(title)));
    expect(only.length).toBe(17);
  });

  test('are each left out at most once in four consecutive seeds', () => {
    const titlesOf = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);
    const chosen = catalogueOf().checks.filter(
      (one): one is Check => one.kind === 'check' && one.needs.chosen !== undefined,
    );
    for (const from of [0, 5, 20_261_122]) {
      const seen = [0, 1, 2, 3].flatMap((step) => titlesOf(withoutKey({ seed: from + step })));
      for (const title of titlesOf(chosen))
        expect(
          seen.filter((one) => one === title),
          title,
        ).toHaveLength(3);
    }
  });
});

describe('the requests that go to one operation', () => {
  const oneEach: readonly Credential[] = [
    ...(['unknown-key-not-ascii', 'unknown-key-utf-8', 'key-extended', 'key-padded'] as const),
    ...(['key-and-text', 'key-and-comma'] as const),
  ];
  const run = async (seed: number, change: readonly Change[] = []) => {
    const { report } = await runInMemory({ change }, { seed, keepExchanges: true });
    const sent = (report.exchanges?.recorded ?? []).map(({ request: { method, again } }) => [
      again.credential,
      `${method} ${again.path}`,
    ]);
    return (...credentials: readonly Credential[]) =>
      sent.flatMap(([one, operation]) => (credentials.some((name) => name === one) ? [operation] : []));
  };
  const unserved = ['pet-404', 'orders-403'].map(
    (id) => variants.find((one) => one.id === id)?.change ?? expect.fail(`there is no ${id}`),
  );
  const ofCategories = ['GET /categories', 'POST /categories'];

  test('are sent in every run, and related ones cover both category operations', async () => {
    for (const seed of [1, 2, 3]) {
      const sentAs = await run(seed);
      for (const one of oneEach) expect(sentAs(one), one).toHaveLength(1);
      expect(sentAs('unknown-key-not-ascii', 'unknown-key-utf-8').sort()).toEqual(ofCategories);
      expect(sentAs('key-extended', 'key-padded').sort()).toEqual(ofCategories);
      for (const one of ['scheme-token', 'scheme-joined-by-dot'] as const) {
        expect(sentAs(one)).toHaveLength(2);
        expect(sentAs(one)).toContain('GET /categories');
      }
      expect(sentAs('scheme-token-named', 'scheme-apikey', 'scheme-joined-by-hyphen')).toHaveLength(1);
    }
  });

  test('go to an operation that accepts the key', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const sentAs = await run(seed, unserved);
      expect(sentAs('scheme-token').sort()).toEqual(ofCategories);
      expect(sentAs('scheme-joined-by-dot').sort()).toEqual(ofCategories);
      for (const one of ['scheme-token-named', 'scheme-apikey', 'scheme-joined-by-hyphen'] as const)
        for (const operation of sentAs(one)) expect(ofCategories).toContain(operation);
    }
  });

  test('go to other operations with another seed', async () => {
    const others = await Promise.all([0, 1, 2, 3, 4, 5].map((seed) => run(seed)));
    const all = new Set(others.flatMap((sentAs) => sentAs('scheme-token')));
    expect(all.size).toBe(4);
  });
});
