import { describe, expect, it } from 'vitest';
import { type CustomCheckOrRule, check, get, listCategories, post, wholeRun } from '../../src/check.ts';
import { readChecks } from '../../src/checks/custom-checks.ts';
import { checksOf, requirement, runWith } from './run-with.ts';

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

const sends = (make: () => unknown) =>
  check('guide.etag', 'a check', {}, async ({ send }) => void (await send(make as never)));

const inCode: readonly (readonly [message: RegExp, one: CustomCheckOrRule])[] = [
  [
    /made a request that cannot be sent: presentation is now called credential$/,
    sends(() => {
      const { credential, ...request } = get(listCategories);
      return { ...request, presentation: credential };
    }),
  ],
  // Ignored, this option would send the key.
  [
    /threw TypeError: presentation is now called credential$/,
    sends(() => post({}, { presentation: 'none' } as never)),
  ],
  [
    /ended with a result in which exercised is now called tested$/,
    wholeRun('guide.etag', 'a rule', () => ({
      step: () => {},
      end: () => ({ exercised: 1, occurrences: [] }) as never,
    })),
  ],
  [
    /ended with a result in which kept is now called alsoCorrect$/,
    wholeRun('guide.etag', 'a rule', () => ({
      step: (exchange) => void exchange,
      end: () => ({ tested: 1, occurrences: [], kept: ['a case'] }) as never,
    })),
  ],
];

describe('a former field name in a file of checks', () => {
  it.each(inFile)('is rejected with the new name: %s', (message, value) => {
    expect(() => readChecks(value, { from })).toThrow(`${from}: ${message}`);
  });

  it.each(inCode)('is a fault of the code that uses it: %s', async (message, one) => {
    const { report } = await runWith(checksOf(one, rule));
    expect(report.checkFaults).toEqual([expect.stringMatching(message)]);
  });

  it('is accepted next to the new name', () => {
    const { requirements } = readChecks(withRequirement({ ...guide, means: 'before', mend: 'before' }), {
      from,
    });
    expect(requirements).toMatchObject([{ impact, fix }]);
  });
});
