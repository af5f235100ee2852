import { describe, expect, test } from 'vitest';
import type { AddedChecks } from '../../src/checks/custom-checks.ts';
import type { Check } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalogueOf, mostWithoutKey, type NotSelected, select } from '../../src/engine/select.ts';
import { requirementById } from '../../src/spec/catalog.ts';
import { settingsFor } from '../support/run-against.ts';

const choose = (given: Partial<Settings> = {}, added: readonly AddedChecks[] = []) =>
  select(catalogueOf(added), settingsFor('http://shop.test/v1', given));

const description = { from: 'openapi.yaml', document: {} };
const never = { unlessTested: false } as const;
const unlessTested = { because: 'run', unlessTested: true } as const;
const needsDescription: NotSelected = {
  because: 'input',
  reason: 'needs --description',
  option: '--description',
  ...never,
};
const needsPlan: NotSelected = { because: 'input', reason: 'needs --plan', option: '--plan', ...never };
const outsideOnly: NotSelected = {
  because: 'run',
  reason: 'outside --only',
  option: 'without --only',
  ...never,
};
const thoroughOnly: NotSelected = {
  because: 'run',
  reason: 'runs only with --profile thorough',
  option: '--profile thorough',
  ...never,
};
const readsOnly: NotSelected = {
  ...unlessTested,
  reason: 'the run only reads this target (--read-only)',
  option: 'without --read-only',
};
const without = (option: string) => ({ reason: `excluded by ${option}`, option: `without ${option}` });
const byGentle = { reason: 'excluded by --profile gentle', option: '--profile standard' };
const unneeded = { reason: 'no selected requirement needs it', option: 'without --only' };

describe('a requirement is not selected because', () => {
  const cases: readonly (readonly [string, Partial<Settings>, NotSelected | undefined])[] = [
    ['list.ok', {}, undefined],
    ['versioning.description-version', {}, needsDescription],
    ['versioning.description-version', { description }, undefined],
    ['versioning.description-version', { only: 'list.ok' }, needsDescription],
    ['headers.plan', {}, needsPlan],
    ['headers.plan', { only: 'list.ok' }, needsPlan],
    ['headers.plan', { plan: 'free' }, undefined],
    ['headers.plan', { plan: 'free', only: 'list.ok' }, outsideOnly],
    [
      'headers.plan',
      { plan: 'enterprise', only: 'list.ok' },
      { because: 'target', reason: 'Enterprise limits depend on the contract', ...never },
    ],
    ['list.ok', { plan: 'enterprise' }, undefined],
    ['list.ok', { only: 'auth.*' }, outsideOnly],
    ['list.ok', { only: 'auth.*,list.*' }, undefined],
    ['invalid.unstated', {}, thoroughOnly],
    ['invalid.unstated', { profile: 'gentle' }, thoroughOnly],
    ['invalid.unstated', { profile: 'thorough' }, undefined],
    ['http.sheds-load', {}, undefined],
    [
      'http.sheds-load',
      { concurrency: 1 },
      { ...unlessTested, reason: 'needs --concurrency above 1', option: '--concurrency 16' },
    ],
    ['list.ok', { concurrency: 1 }, undefined],
    ['create.created', { readOnly: true }, readsOnly],
    ['create.created', { readOnly: false }, undefined],
    ['list.ok', { readOnly: true }, undefined],
    ['auth.key-exact', { nearMisses: false }, { because: 'run', ...without('--no-near-misses'), ...never }],
    ['auth.key-exact', { profile: 'gentle' }, { because: 'run', ...byGentle, ...never }],
    ['auth.key-exact', {}, undefined],
    ['auth.key-missing', { nearMisses: false }, undefined],
    ['limit.enforced', {}, undefined],
    ['limit.enforced', { exhaust: false }, { ...unlessTested, ...without('--no-exhaust') }],
    ['limit.enforced', { profile: 'gentle' }, { ...unlessTested, ...byGentle }],
    ['list.ok', { exhaust: false }, undefined],
    ['limit.body', { only: 'limit.body' }, undefined],
    ['headers.reset-reached', { only: 'headers.reset-reached' }, { ...unlessTested, ...unneeded }],
    ['headers.reset-reached', { only: 'headers.*' }, undefined],
  ];
  test.each(cases)('%s with %j', (id, given, why) => {
    expect(choose(given).notSelected(requirementById(id))).toEqual(why);
  });
});

describe('the checks of a run', () => {
  const sentFor = (given: Partial<Settings>) =>
    new Set(choose(given).checks.map(({ requirement: id }) => id));

  test('are those of the selected requirements, and of those that feed them', () => {
    const fed = ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed'];
    const { wants } = choose({ only: 'errors.shape' });
    expect(['errors.shape', ...fed, 'list.ok', 'auth.key-exact'].map(wants)).toEqual([
      ...[true, true, true, true, false, false],
    ]);
    expect(sentFor({ only: 'errors.shape' })).toEqual(new Set(['auth.key-missing']));
    expect(sentFor({ only: 'auth.key-exact' })).toEqual(new Set(['auth.key-exact']));
    expect(choose().wants('versioning.environments')).toBe(false);
  });

  test('with a near miss of the key need one, and that the user allows it', () => {
    const credentials = (given: Partial<Settings>) =>
      choose({ only: 'auth.key-exact', ...given }).checks.map(({ needs }) => needs.nearMiss);
    expect(credentials({})).toContain('key-other-case');
    expect(credentials({ key: '0123456789abcdef' })).toContain('key-cut');
    expect(credentials({ key: '0123456789abcdef' })).not.toContain('key-other-case');
    expect(credentials({ nearMisses: false })).toEqual([]);
  });
});

describe('the checks that the seed selects', () => {
  const credentialOf = (title: string) => title.replace(/^(GET|POST) \S+ /, '');
  const withoutKey = (given: Partial<Settings>) =>
    choose(given).checks.filter(({ needs }) => (needs.withoutKey ?? 0) > 0);
  const isNearMiss = ({ requirement: id }: { requirement: string }) => id === 'auth.key-exact';
  const hexadecimal = '0123456789abcdef0123456789abcdef';

  test.each<readonly [Partial<Settings>, requests: number, nearMisses: number]>([
    [{}, mostWithoutKey, 13],
    [{ key: hexadecimal }, mostWithoutKey, 11],
    [{ key: `${hexadecimal.repeat(70)}g` }, mostWithoutKey, 12],
    [{ nearMisses: false }, 26, 0],
    [{ profile: 'thorough' }, mostWithoutKey, 13],
  ])(
    'with %j are %i without the key, %i of them near misses, for every seed',
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
    expect(only.length).toBe(14);
  });

  test('go to each operation within four consecutive seeds, and each is left out at most once', () => {
    const chosen = catalogueOf().checks.filter(
      (one): one is Check => one.kind === 'check' && one.needs.chosen !== undefined,
    );
    const always = chosen.filter(({ needs }) => needs.ifRoom !== true).map(({ title }) => title);
    const everySeed = withoutKey({}).filter(({ needs }) => needs.chosen === undefined);
    for (const from of [0, 5, 20_261_122]) {
      const seen = [0, 1, 2, 3].map((step) => withoutKey({ seed: from + step }).map(({ title }) => title));
      expect(new Set(seen.flat()).size).toBe(everySeed.length + always.length);
      for (const title of always) expect(seen.flat(), title).toContain(title);
      for (const what of ['with one character of the key changed', 'with the key cut at its start'])
        expect(seen.flat().filter((title) => credentialOf(title) === what)).toHaveLength(3);
    }
  });
});
