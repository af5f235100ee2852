import { describe, expect, it } from 'vitest';
import { check, type GeneratedBody, wholeRun } from '../../src/check.ts';
import { readChecks } from '../../src/checks/custom-checks.ts';
import { frozen } from '../../src/checks/faults.ts';
import { renamedExport, renamedField } from '../../src/checks/renamed.ts';
import { responded } from '../support/responses.ts';
import { checksOf, requirement } from './run-with.ts';

const from = 'checks/guide.mjs';
const rule = wholeRun('guide.etag', 'a rule', () => ({
  step: () => {},
  end: () => ({ tested: 1, occurrences: [] }),
}));
const valid = checksOf(rule);
const { checks, ...withoutChecks } = valid;
const guide = requirement('guide.etag');
const { impact, fix, ...others } = guide;
const withRequirement = (one: object) => ({ ...valid, requirements: [one] });
const withNeeds = (needs: object) =>
  checksOf(
    rule,
    check('guide.etag', 'a check', needs as never, async () => {}),
  );

const inFile: readonly (readonly [message: string, value: unknown])[] = [
  ['members is now called checks', { ...withoutChecks, members: checks }],
  ['requirements[0].means is now called impact', withRequirement({ ...others, fix, means: impact })],
  ['requirements[0].mend is now called fix', withRequirement({ ...others, impact, mend: fix })],
  [
    'requirements[0].exercisedBy is now called testedBy',
    withRequirement({ ...guide, exercisedBy: ['list.ok'] }),
  ],
  ['worth of checks[1] (guide.etag) is now called priority', withNeeds({ worth: 9 })],
];

describe('a former field name in a file of checks', () => {
  it.each(inFile)('is rejected with the new name: %s', (message, value) => {
    expect(() => readChecks(value, { from })).toThrow(`${from}: ${message}`);
  });

  it('is accepted next to the new name', () => {
    const { requirements } = readChecks(withRequirement({ ...guide, means: 'before', mend: 'before' }), {
      from,
    });
    expect(requirements).toMatchObject([{ impact, fix }]);
  });
});

it.each([
  ['exercised', 'tested'],
  ['exercisedBy', 'testedBy'],
  ['kept', 'alsoCorrect'],
  ['means', 'impact'],
  ['members', 'checks'],
  ['mend', 'fix'],
  ['presentation', 'credential'],
  ['worth', 'priority'],
])('the former field %s has a new name', (was, now) => {
  expect(renamedField({ [was]: 1 })).toEqual([was, now]);
  expect(renamedField({ [was]: 1, [now]: 1 })).toBeUndefined();
  expect(renamedField({ [now]: 1 })).toBeUndefined();
});

it.each([
  ['isAnswer', 'hasResponse'],
  ['isNamedAnswer', 'isNamedResponse'],
  ['notExercised', 'notTested'],
  ['presentations', 'credentials'],
])('the former export %s has a new name', (was, now) => {
  const missing = (name: string) => `The module does not provide an export named '${name}'`;
  expect(renamedExport(missing(was))).toEqual([was, now]);
  expect(renamedExport(missing(now))).toBeUndefined();
  expect(renamedExport(`Unexpected identifier '${was}'`)).toBeUndefined();
});

describe('a former field of an exchange', () => {
  const faultClass = { id: 'a', fault: 'b', control: 'c', accepted: 'd' };
  const generated: GeneratedBody = { faultClass, seed: 1, path: '0' };
  const plain = () => responded({ at: 0 });
  const withBody = () =>
    responded({ at: 0, request: { generated: { ...generated, faultClass: { ...faultClass } } } });

  it.each([
    ['credential of exchange is now called validity', () => frozen(plain()), 'credential'],
    ['presentation of request is now called credential', () => frozen(plain()).request, 'presentation'],
    ['drawn of request is now called generated', () => frozen(plain()).request, 'drawn'],
    [
      'twin of faultClass is now called control',
      () => frozen(withBody()).request.generated?.faultClass,
      'twin',
    ],
  ])('cannot be read: %s', (message, part, name) => {
    const read = () => (part() as unknown as Record<string, unknown>)[name];
    expect(read).toThrow(new TypeError(message));
  });

  it('is not seen by copies and comparisons', () => {
    const exchange = frozen(withBody());
    expect({ ...exchange }).toStrictEqual(withBody());
    expect(JSON.parse(JSON.stringify(exchange.request))).toEqual(withBody().request);
  });

  it('stays what a custom request set next to the new name', () => {
    const both = { mark: 'a', presentation: 'mine' };
    const { request } = frozen(responded({ at: 0, request: both }));
    expect(request).toMatchObject(both);
  });

  it('may be in a request that was frozen before', () => {
    const { request } = frozen(plain());
    expect(frozen({ ...plain(), request }).request).toBe(request);
  });
});
