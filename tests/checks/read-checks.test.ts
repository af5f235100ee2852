import { describe, expect, it } from 'vitest';
import { check, everyResponse, probe } from '../../src/check.ts';
import { phaseOf, priorityOf, probesOf } from '../../src/checks/built-in.ts';
import { readChecks, refuseTwice } from '../../src/checks/custom-checks.ts';
import { UsageError } from '../../src/config/messages.ts';
import { checksOf, requirement } from './run-with.ts';

const rule = everyResponse(
  'guide.row',
  'a rule',
  () => true,
  () => {},
);
const right = checksOf(rule);
const from = 'checks/guide.mjs';
const row = requirement('guide.row');
const withRow = (change: object) => ({ ...right, requirements: [{ ...row, ...change }] });
const withMember = (member: unknown) => ({ ...right, checks: [rule, member] });
const withNeeds = (needs: unknown) =>
  withMember(check('guide.row', 'a check', needs as never, async () => {}));

const wrong: readonly (readonly [value: unknown, message: string])[] = [
  [
    undefined,
    'the checks are undefined\nWrite `export default defineChecks({ section, requirements, members })`.',
  ],
  [[right], 'the checks are a list'],
  [{ ...right, section: ' ' }, 'section is " "; it is the title that reports show'],
  [{ ...right, section: 'Errors' }, 'section is "Errors", which is one of the specification'],
  [{ ...right, requirements: [] }, 'requirements is a list; it lists one at least'],
  [{ ...right, requirements: [null] }, 'requirements[0] is null'],
  [{ ...right, requirements: [row, row] }, 'guide.row stands twice among the requirements'],
  [{ ...right, checks: undefined }, 'members is undefined; it lists checks, probes and rules'],
  [withRow({ id: 'etag' }), 'requirements[0].id is "etag"; it is section.name in small letters'],
  [withRow({ id: 'Guide.etag' }), 'requirements[0].id is "Guide.etag"'],
  [withRow({ id: 'list.ok' }), "requirements[0].id is list.ok, which the specification's own checks judge"],
  [
    withRow({ id: 'list.etag' }),
    'requirements[0].id begins with "list.", which is a section of the specification',
  ],
  [withRow({ level: 'must' }), 'requirements[0].level is "must"; it is one of required, advisory, observed'],
  [withRow({ level: 'not-testable' }), 'requirements[0].level is "excluded"'],
  [withRow({ title: '' }), 'requirements[0].title is ""; reports show it as a text'],
  [withRow({ fix: undefined }), 'requirements[0].mend is undefined'],
  [withRow({ source: 4 }), 'requirements[0].source is 4; it is a text, or left out'],
  [withRow({ testedBy: 'list.ok' }), 'requirements[0].exercisedBy is "list.ok"; it lists ids of the ledger'],
  [
    withRow({ testedBy: ['create.creatd'] }),
    'requirements[0].exercisedBy names "create.creatd", which the ledger does not have. Did you mean create.created or create.text?',
  ],
  [withRow({ dependsOn: ['list.okay'] }), 'requirements[0].dependsOn names "list.okay", which the ledger'],
  [{ ...right, requirements: [row, requirement('guide.other')] }, 'nothing judges guide.other: '],
  [
    { ...right, checks: [probe('guide.row', 'a probe', {}, () => rule as never)] },
    'nothing judges guide.row: write a check or a rule for it',
  ],
  [
    withMember('a rule'),
    'members[1] is "a rule"; members are made by check, probe, everyResponse and wholeRun',
  ],
  [withMember(undefined), 'members[1] is undefined; members are made by'],
  [withMember({ ...rule, requirement: 'guide.rows' }), 'members[1] judges "guide.rows", which is not among'],
  [withMember({ ...rule, title: 7 }), 'the title of members[1] (guide.row) is 7'],
  [withMember({ ...rule, on: 'all' }), 'on of members[1] (guide.row) is "all", not a function'],
  [withNeeds(undefined), 'the needs of members[1] (guide.row) are undefined; {} is one request with the key'],
  [withNeeds({ withKey: -1 }), 'withKey of members[1] (guide.row) is -1, not a whole number from 0'],
  [withNeeds({ creates: 1.5 }), 'creates of members[1] (guide.row) is 1.5'],
  [withNeeds({ priority: '9' }), 'worth of members[1] (guide.row) is "9"'],
  [withNeeds({ uses: rule }), 'uses of members[1] (guide.row) is an object; it lists probes'],
  [withNeeds({ uses: [rule] }), 'members[1] (guide.row) comes after, or uses, what is no probe'],
  [withNeeds({ after: rule }), 'members[1] (guide.row) comes after, or uses, what is no probe'],
  [withNeeds({ phase: 'closing' }), 'phase of members[1] (guide.row) is "closing"; it is main or last'],
  [
    withNeeds({ profiles: ['fast'] }),
    'profiles of members[1] (guide.row) are a list; there are gentle, standard,',
  ],
];

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return 'nothing was wrong';
}

describe('checks that are not as they have to be', () => {
  it.each(wrong)('%# are refused with the place, and with what was seen', (value, message) => {
    expect(messageOf(() => readChecks(value, { from }))).toContain(`${from}: ${message}`);
  });

  it('are refused where two files judge a requirement of one id', () => {
    const one = readChecks(right, { from: 'one.mjs' });
    expect(messageOf(() => refuseTwice([one, readChecks(right, { from: 'two.mjs' })]))).toBe(
      'two.mjs: guide.row is a requirement of one.mjs already. Give it another id',
    );
  });
});

describe('checks that are right', () => {
  it('fill in what they leave out', () => {
    const { requirements, suite } = readChecks(withNeeds({}), { from });
    expect(requirements).toMatchObject([{ source: 'Our API guide', asks: row.title }]);
    const member = suite.checks[1];
    if (member?.kind !== 'check') throw new Error('there is no check');
    expect([phaseOf(member), priorityOf(member), probesOf(member)]).toEqual(['main', 100, []]);
  });

  it('may be told apart over several files', () => {
    const other = {
      section: 'More',
      requirements: [requirement('more.row')],
      checks: [{ ...rule, requirement: 'more.row' }],
    };
    expect(() => refuseTwice([readChecks(right, { from }), readChecks(other, { from })])).not.toThrow();
  });
});
