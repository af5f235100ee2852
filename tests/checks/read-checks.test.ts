import { describe, expect, it } from 'vitest';
import { check, everyResponse, probe } from '../../src/check.ts';
import { phaseOf, priorityOf, probesOf } from '../../src/checks/built-in.ts';
import { readChecks, refuseTwice } from '../../src/checks/custom-checks.ts';
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
  [withRequirement({ source: 4 }), 'requirements[0].source is 4, expected a string or nothing'],
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
  [
    withNeeds(undefined),
    'the needs of checks[1] (guide.etag) are undefined, expected an object: {} means one request with the key',
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
    withNeeds({ after: rule }),
    'after or uses of checks[1] (guide.etag) contains something that is not a probe',
  ],
  [withNeeds({ phase: 'closing' }), 'phase of checks[1] (guide.etag) is "closing", expected main or last'],
  [
    withNeeds({ profiles: ['fast'] }),
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
    expect(messageOf(() => readChecks(value, { from }))).toContain(`${from}: ${message}`);
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
    const { requirements, suite } = readChecks(withNeeds({}), { from });
    expect(requirements).toMatchObject([{ source: 'Our API guide', asks: guide.title }]);
    const second = suite.checks[1];
    if (second?.kind !== 'check') throw new Error('the second one is not a check');
    expect([phaseOf(second), priorityOf(second), probesOf(second)]).toEqual(['main', 100, []]);
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
