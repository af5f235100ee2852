import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, defineChecks, everyResponse, probe, wholeRun } from '../../src/check.ts';
import { phaseOf, priorityOf, probesOf } from '../../src/checks/built-in.ts';
import { loadChecks, readChecks, refuseTwice } from '../../src/checks/custom-checks.ts';
import { UsageError } from '../../src/config/messages.ts';
import { checksOf, requirement } from './run-with.ts';

const rule = everyResponse(
  'guide.etag',
  'a rule',
  () => true,
  () => {},
);
const right = defineChecks(checksOf(rule));
const from = 'checks/guide.mjs';
const guide = requirement('guide.etag');
const withRequirement = (change: object) => ({ ...right, requirements: [{ ...guide, ...change }] });
const withCheck = (one: unknown) => ({ ...right, checks: [rule, one] });
const withNeeds = (needs: unknown) =>
  withCheck(check('guide.etag', 'a check', needs as never, async () => {}));

const wrong: readonly (readonly [value: unknown, message: string])[] = [
  [
    undefined,
    'the default export is undefined\nWrite `export default defineChecks({ section, requirements, checks })`.',
  ],
  [[right], 'the default export is a list'],
  [{ ...right, section: ' ' }, 'section is " ", expected a title for the reports'],
  [
    { ...right, section: 'Errors' },
    'section is "Errors", which is a section of the specification. Use another title',
  ],
  [{ ...right, requirements: [] }, 'requirements is a list, expected a list of at least one'],
  [{ ...right, requirements: [null] }, 'requirements[0] is null, expected an object'],
  [{ ...right, requirements: [guide, guide] }, 'guide.etag appears twice in requirements'],
  [{ ...right, checks: undefined }, 'checks is undefined, expected a list of checks, probes and rules'],
  [withRequirement({ id: 'etag' }), 'requirements[0].id is "etag", expected section.name in lowercase'],
  [withRequirement({ id: 'Guide.etag' }), 'requirements[0].id is "Guide.etag"'],
  [withRequirement({ id: 'guide.etag!' }), 'requirements[0].id is "guide.etag!"'],
  [withRequirement({ id: ['guide.etag'] }), 'requirements[0].id is a list'],
  [withRequirement({ id: 'list.ok' }), 'requirements[0].id is list.ok, a requirement of the specification'],
  [
    withRequirement({ id: 'list.etag' }),
    'requirements[0].id begins with "list.", a section of the specification',
  ],
  [
    withRequirement({ level: 'must' }),
    'requirements[0].level is "must", expected required, advisory, observed',
  ],
  [withRequirement({ level: 'not-testable' }), 'requirements[0].level is "not-testable"'],
  [withRequirement({ title: '' }), 'requirements[0].title is "", expected a string for the reports'],
  [withRequirement({ fix: undefined }), 'requirements[0].fix is undefined'],
  [withRequirement({ impact: 7 }), 'requirements[0].impact is 7'],
  [withRequirement({ source: 4 }), 'requirements[0].source is 4, expected a string or nothing'],
  [withRequirement({ sentence: '' }), 'requirements[0].sentence is "", expected a string or nothing'],
  [withRequirement({ asks: null }), 'requirements[0].asks is null, expected a string or nothing'],
  [
    withRequirement({ testedBy: 'list.ok' }),
    'requirements[0].testedBy is "list.ok", expected a list of requirement ids',
  ],
  [
    withRequirement({ testedBy: ['create.creatd'] }),
    'requirements[0].testedBy contains "create.creatd", which is not a requirement of the specification. Did you mean create.created or create.text?',
  ],
  [
    withRequirement({ dependsOn: ['list.okay'] }),
    'requirements[0].dependsOn contains "list.okay", which is not a requirement',
  ],
  [{ ...right, requirements: [guide, requirement('guide.other')] }, 'nothing tests guide.other. '],
  [
    { ...right, checks: [probe('guide.etag', 'a probe', {}, () => rule as never)] },
    'nothing tests guide.etag. Add a check or a rule for it',
  ],
  [
    withCheck('a rule'),
    'checks[1] is "a rule", expected a result of check, probe, everyResponse or wholeRun',
  ],
  [withCheck(undefined), 'checks[1] is undefined, expected a result of'],
  [
    withCheck({ ...rule, requirement: 'guide.lists' }),
    'checks[1] tests "guide.lists", which is not in the requirements',
  ],
  [withCheck({ ...rule, title: 7 }), 'the title of checks[1] (guide.etag) is 7'],
  [withCheck({ ...rule, on: 'all' }), 'on of checks[1] (guide.etag) is "all", expected a function'],
  ...[
    ['everyResponse', 'judge'],
    ['wholeRun', 'start'],
    ['check', 'run'],
    ['probe', 'make'],
  ].map(
    ([kind, name = '']) =>
      [
        withCheck({ ...rule, needs: {}, kind, [name]: undefined }),
        `${name} of checks[1] (guide.etag) is undefined, expected a function`,
      ] as const,
  ),
  [
    withNeeds(undefined),
    'the needs of checks[1] (guide.etag) are undefined, expected an object: {} means one request with the key',
  ],
  [withNeeds(null), 'the needs of checks[1] (guide.etag) are null'],
  [withNeeds([]), 'the needs of checks[1] (guide.etag) are a list'],
  [
    withCheck(probe('guide.etag', 'a probe', { withoutKey: -1 }, () => rule as never)),
    'withoutKey of checks[1] (guide.etag) is -1',
  ],
  [
    withNeeds({ withKey: -1 }),
    'withKey of checks[1] (guide.etag) is -1, expected a whole number of at least 0',
  ],
  [withNeeds({ creates: 1.5 }), 'creates of checks[1] (guide.etag) is 1.5'],
  [withNeeds({ priority: '9' }), 'priority of checks[1] (guide.etag) is "9"'],
  [withNeeds({ uses: rule }), 'uses of checks[1] (guide.etag) is an object, expected a list of probes'],
  [
    withNeeds({ uses: [rule] }),
    'after or uses of checks[1] (guide.etag) contains something that is not a probe',
  ],
  [
    withNeeds({ uses: [undefined] }),
    'after or uses of checks[1] (guide.etag) contains something that is not a probe',
  ],
  [
    withNeeds({ after: rule }),
    'after or uses of checks[1] (guide.etag) contains something that is not a probe',
  ],
  [withNeeds({ phase: 'closing' }), 'phase of checks[1] (guide.etag) is "closing", expected main or last'],
  [
    withNeeds({ profiles: 'standard' }),
    'profiles of checks[1] (guide.etag) is "standard", expected a list of gentle, standard,',
  ],
  [
    withNeeds({ profiles: ['gentle', 'fast'] }),
    'profiles of checks[1] (guide.etag) is a list, expected a list of gentle, standard,',
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
  it.each(wrong)('%# are rejected with the place and the value', (value, message) => {
    const found = messageOf(() => readChecks(value, { from }));
    expect(found.slice(0, from.length + 2 + message.length)).toBe(`${from}: ${message}`);
  });

  it('are rejected if two files define the same requirement', () => {
    const one = readChecks(right, { from: 'one.mjs' });
    expect(messageOf(() => refuseTwice([one, readChecks(right, { from: 'two.mjs' })]))).toBe(
      'two.mjs: guide.etag is already a requirement of one.mjs. Use another id',
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
    withNeeds({ uses: [health], after: health, phase: 'last', profiles: ['gentle', 'standard'] }),
    withNeeds({ phase: 'main', profiles: [] }),
    withCheck(health),
    withCheck(wholeRun('guide.etag', 'a fold', () => rule as never)),
  ])('%# are read', (value) => {
    expect(() => readChecks(value, { from })).not.toThrow();
  });

  it('may come from several files', () => {
    const other = {
      section: 'More',
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

  it('is read, and named as the user named it', async () => {
    const { file, loaded } = await read(`export default {
      section: 'Our API guide',
      requirements: [${JSON.stringify(guide)}],
      checks: [{ kind: 'wholeRun', requirement: 'guide.etag', title: 'a rule', start() {} }],
    };`);
    expect(loaded).toMatchObject({ from: file, file, requirements: [{ id: 'guide.etag' }] });
  });

  it.each([
    // As Node.js words it; in tests, imports of what does not exist are undefined.
    [
      `throw new SyntaxError("it does not provide an export named 'nothing'");`,
      "does not parse: it does not provide an export named 'nothing'",
    ],
    ['export const checks = {};', 'has no default export\nWrite `export default defineChecks({ … })`.'],
    ["import 'petstore-conformance-of-another';", 'cannot find petstore-conformance/check\n'],
  ])('that cannot be loaded is named with the reason: %s', async (text, reason) => {
    const { file, message } = await read(text);
    expect(message?.slice(0, file.length + 1 + reason.length)).toBe(`${file} ${reason}`);
  });

  it('that is invalid is named with the problem', async () => {
    const { file, message } = await read('export default {};');
    expect(message).toBe(`${file}: section is undefined, expected a title for the reports`);
  });

  it('has a name without control characters in messages', async () => {
    const { message } = await read('export default {};', 'a\nb.mjs');
    expect(message).toMatch(/a\\nb\.mjs: section is undefined/);
  });
});
