import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, conclusion, everyResponse, probe } from '../../src/check.ts';
import { loadChecks, readChecks, refuseTwice } from '../../src/checks/custom-checks.ts';
import { phaseOf, priorityOf, probesOf } from '../../src/checks/vocabulary.ts';
import { UsageError } from '../../src/config/messages.ts';
import { checksOf, requirement } from './run-with.ts';

const rule = everyResponse(
  'guide.etag',
  'a rule',
  () => true,
  () => {},
);
const right = checksOf(rule);
const from = 'checks/guide.mjs';
const guide = requirement('guide.etag');
const withRequirement = (change: object) => ({ ...right, requirements: [{ ...guide, ...change }] });
const withCheck = (one: unknown) => ({ ...right, checks: [rule, one] });
const withNeeds = (needs: unknown) =>
  withCheck(check('guide.etag', 'a check', needs as never, async () => {}));

const wrong: readonly (readonly [value: unknown, message: string])[] = [
  [undefined, "expected a suite, not undefined.\nWrite `suite('…', [ … ])`."],
  [[right], 'expected a suite, not a list'],
  [{ ...right, checks: undefined }, 'expected a suite, not an object'],
  [{ ...right, title: ' ' }, 'the title of the suite is " ", expected a string for the reports'],
  [
    { ...right, title: 'Errors' },
    'the title of the suite is "Errors", which is a section of the specification. Use another title',
  ],
  [{ ...right, requirements: [] }, 'the suite adds no requirement. Add `requirement('],
  [
    { ...right, requirements: [null] },
    'the id of requirement 1 is undefined, expected section.name in lowercase',
  ],
  [{ ...right, requirements: [guide, guide] }, 'the suite has two requirements with the id guide.etag'],
  [withRequirement({ id: 'etag' }), 'the id of requirement 1 is "etag", expected section.name in lowercase'],
  [withRequirement({ id: 'Guide.etag' }), 'the id of requirement 1 is "Guide.etag"'],
  [withRequirement({ id: 'guide.etag!' }), 'the id of requirement 1 is "guide.etag!"'],
  [withRequirement({ id: ['guide.etag'] }), 'the id of requirement 1 is a list'],
  [withRequirement({ id: 'list.ok' }), 'the id list.ok begins with "list.", a section of the specification'],
  [
    withRequirement({ level: 'must' }),
    'the level of guide.etag is "must", expected one of: required, advisory, observed',
  ],
  [withRequirement({ level: 'not-testable' }), 'the level of guide.etag is "not-testable"'],
  [withRequirement({ title: '' }), 'the title of guide.etag is "", expected a string for the reports'],
  [withRequirement({ fix: undefined }), 'the fix of guide.etag is undefined'],
  [withRequirement({ impact: 7 }), 'the impact of guide.etag is 7'],
  [withRequirement({ source: 4 }), 'the source of guide.etag is 4, expected a string'],
  [withRequirement({ sentence: '' }), 'the sentence of guide.etag is "", expected a string'],
  [withRequirement({ asks: null }), 'the asks of guide.etag is null, expected a string'],
  [
    withRequirement({ testedBy: 'list.ok' }),
    'testedBy of guide.etag is "list.ok", expected a list of requirement ids',
  ],
  [
    withRequirement({ testedBy: ['create.creatd'] }),
    'testedBy of guide.etag contains "create.creatd", which is not a requirement of the specification. Did you mean create.created or create.text?',
  ],
  [
    withRequirement({ dependsOn: ['list.okay'] }),
    'dependsOn of guide.etag contains "list.okay", which is not',
  ],
  [{ ...right, requirements: [guide, requirement('guide.other')] }, 'nothing tests guide.other. '],
  [
    { ...right, checks: [probe('guide.etag', 'a probe', {}, () => rule as never)] },
    'nothing tests guide.etag. Add a check or a rule for it',
  ],
  [
    withCheck('a rule'),
    'entry 2 of the suite is "a rule", expected the result of requirement, operation, check, probe, everyResponse, conclusion or observe',
  ],
  [withCheck(undefined), 'entry 2 of the suite is undefined, expected the result of'],
  [
    withCheck({ ...rule, requirement: 'guide.lists' }),
    'entry 2 of the suite tests "guide.lists", which is not a requirement of the suite',
  ],
  [withCheck({ ...rule, title: 7 }), 'the title of entry 2 of the suite is 7'],
  [withCheck({ ...rule, on: 'all' }), 'on of guide.etag (a rule) is "all", expected a function'],
  ...[
    ['everyResponse', 'judge'],
    ['conclusion', 'conclude'],
    ['check', 'run'],
    ['probe', 'make'],
  ].map(
    ([kind, name = '']) =>
      [
        withCheck({ ...rule, needs: {}, kind, [name]: undefined }),
        `${name} of guide.etag (a rule) is undefined, expected a function`,
      ] as const,
  ),
  [
    withNeeds(undefined),
    'the needs of guide.etag (a check) are undefined, expected an object: {} means one request with the key',
  ],
  [withNeeds(null), 'the needs of guide.etag (a check) are null'],
  [
    withCheck(probe('guide.etag', 'a probe', { withoutKey: -1 }, () => rule as never)),
    'withoutKey of guide.etag (a probe) is -1',
  ],
  [
    withNeeds({ withKey: -1 }),
    'withKey of guide.etag (a check) is -1, expected a whole number of at least 0',
  ],
  [withNeeds({ creates: 1.5 }), 'creates of guide.etag (a check) is 1.5'],
  [withNeeds({ priority: '9' }), 'priority of guide.etag (a check) is "9"'],
  ...[{ uses: rule }, { uses: [rule] }, { uses: [undefined] }, { after: rule }].map(
    (needs) =>
      [
        withNeeds(needs),
        'after or uses of guide.etag (a check) contains something that is not a probe',
      ] as const,
  ),
  [
    withNeeds({ phase: 'end' }),
    'phase of guide.etag (a check) is "end", expected one of: main, settled, closing, last',
  ],
  [
    withNeeds({ profiles: 'standard' }),
    'profiles of guide.etag (a check) is "standard", expected a list of gentle, standard,',
  ],
  [
    withNeeds({ profiles: ['gentle', 'fast'] }),
    'profiles of guide.etag (a check) is a list, expected a list of gentle, standard,',
  ],
];

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return 'no error';
}

describe('invalid custom checks', () => {
  it.each(wrong)('are rejected with the place and the value: %#', (value, message) => {
    const found = messageOf(() => readChecks(value, { from }));
    expect(found.slice(0, from.length + 2 + message.length)).toBe(`${from}: ${message}`);
  });

  it('are rejected if two files define the same requirement', () => {
    const one = readChecks(right, { from: 'one.mjs' });
    expect(messageOf(() => refuseTwice([one, readChecks(right, { from: 'two.mjs' })]))).toBe(
      'two.mjs: guide.etag is already a requirement of one.mjs. Use another id.',
    );
  });
});

describe('valid custom checks', () => {
  it('get defaults for omitted fields', () => {
    const read = readChecks(withNeeds({}), { from });
    const { requirements, suite } = read;
    expect(requirements).toStrictEqual([
      { ...guide, source: 'Our API guide', asks: guide.title, traits: { fedBy: [] } },
    ]);
    expect(read).toStrictEqual({ from, requirements, suite });
    expect(suite).toMatchObject({
      title: 'Our API guide',
      checks: [{ kind: 'everyResponse' }, { kind: 'check' }],
    });
    const second = suite.checks[1];
    if (second?.kind !== 'check') throw new Error('the second one is not a check');
    expect([phaseOf(second), priorityOf(second), probesOf(second)]).toEqual(['main', 100, []]);
  });

  it('may have every optional field', () => {
    const given = { source: 'API guide 4', sentence: 'It must.', asks: 'An ETag', level: 'observed' };
    const related = { testedBy: ['create.created'], dependsOn: ['list.ok'] };
    const { requirements, file } = readChecks(withRequirement({ ...given, ...related }), {
      from,
      file: 'a.mjs',
    });
    const traits = { fedBy: related.testedBy, dependsOn: related.dependsOn };
    expect(requirements).toStrictEqual([{ ...guide, ...given, traits }]);
    expect(file).toBe('a.mjs');
  });

  const health = probe('guide.etag', 'a probe', {}, () => rule as never);
  it.each([
    withRequirement({ level: 'advisory', id: 'guide.etag' }),
    withNeeds({ priority: 0, withKey: 0, withoutKey: 3, creates: 1 }),
    withNeeds({ uses: [health], after: health, phase: 'settled', profiles: ['gentle', 'standard'] }),
    withNeeds({ phase: 'main', profiles: [] }),
    withCheck(health),
    withCheck(conclusion('guide.etag', 'a conclusion', () => undefined)),
  ])('are accepted: %#', (value) => {
    expect(() => readChecks(value, { from })).not.toThrow();
  });

  it('may come from several files', () => {
    const other = {
      title: 'More',
      requirements: [requirement('more.etag')],
      checks: [{ ...rule, requirement: 'more.etag' }],
    };
    expect(() => refuseTwice([readChecks(right, { from }), readChecks(other, { from })])).not.toThrow();
  });
});

describe('a file of custom checks', () => {
  const read = async (text: string, name = 'guide.mjs') => {
    const folder = await mkdtemp(join(tmpdir(), 'checks-'));
    const file = join(folder, name);
    try {
      await writeFile(file, text);
      return { file, loaded: await loadChecks(file) };
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return { file, message: (error as Error).message };
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('is read, and messages name it as the user did', async () => {
    const { file, loaded } = await read(`export default {
      title: 'Our API guide',
      requirements: [${JSON.stringify(guide)}],
      checks: [{ kind: 'conclusion', requirement: 'guide.etag', title: 'a rule', conclude() {} }],
    };`);
    expect(loaded).toMatchObject({ from: file, file, requirements: [{ id: 'guide.etag' }] });
  });

  it.each([
    [
      `throw new SyntaxError("it does not provide an export named 'nothing'");`,
      "does not parse: it does not provide an export named 'nothing'",
    ],
    ['export const checks = {};', "has no default export.\nWrite `export default suite('…', [ … ])`."],
    ["import 'petstore-conformance-of-another';", 'cannot find petstore-conformance/check.\n'],
  ])('that cannot be loaded is named with the reason: %s', async (text, reason) => {
    const { file, message } = await read(text);
    expect(message?.slice(0, file.length + 3 + reason.length)).toBe(`"${file}" ${reason}`);
  });

  it('that is invalid is named with the reason', async () => {
    const { file, message } = await read('export default {};');
    expect(message).toMatch(`${file}: expected a suite, not an object`);
  });

  it('is named in messages without its control characters', async () => {
    const { message } = await read('export default {};', 'a\nb.mjs');
    expect(message).toMatch(/a\\nb\.mjs: expected a suite/);
  });
});
