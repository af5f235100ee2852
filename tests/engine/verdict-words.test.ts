import { describe, expect, test } from 'vitest';
import { type DecisiveFacts, runOutcomeOf } from '../../src/engine/verdict.ts';
import { nameViolated, sentenceOf } from '../../src/engine/verdict-words.ts';
import { dependent } from '../../src/exchange/finding.ts';
import type {
  Finding,
  NotSelectedGroup,
  RequirementResult,
  UsedWaiver,
  Verdict,
} from '../../src/report/model/report.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { recorded as recordedWith } from '../support/findings.ts';

/** Results of a run: `custom.*` are from the custom checks "Cats", `mine.*` from "Dogs", `advice.*` are advisory. */
function result([id, verdict, reason]: Result): RequirementResult {
  const section = /^custom\./.test(id) ? 'Cats' : /^mine\./.test(id) ? 'Dogs' : undefined;
  return {
    id,
    verdict,
    title: '',
    source: '',
    tested: 1,
    level: id.startsWith('advice.') ? 'advisory' : 'required',
    ...(section === undefined ? {} : { section }),
    ...(reason === undefined ? {} : { reason }),
  };
}

type Result = readonly [id: string, verdict: Verdict, reason?: string];

interface Given extends Partial<Omit<DecisiveFacts, 'scope' | 'requirements' | 'findings' | 'waivers'>> {
  readonly results?: readonly Result[];
  /** "list.ok: returned 500", and more. */
  readonly found?: readonly Found[];
  readonly waivers?: readonly (readonly [requirement: string, state: UsedWaiver['state']])[];
  readonly notSelected?: readonly NotSelectedGroup[];
  readonly notTested?: DecisiveFacts['scope']['notTested'];
}

type Found = Partial<Finding> & { readonly requirement: string };

const verdicts: readonly Verdict[] = ['fail', 'warn', 'pass', 'flaky', 'waived', 'not tested'];

/** Returns the sentence of a run whose outcome these facts decide. */
function sentence({
  results = [],
  found = [],
  waivers = [],
  notSelected = [],
  notTested = [],
  ...more
}: Given) {
  const requirements = results.map(result);
  const count = (verdict: Verdict) => requirements.filter((one) => one.verdict === verdict).length;
  const facts: DecisiveFacts = {
    interrupted: false,
    strict: false,
    strictSelection: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    requirements,
    findings: found.map((one) => ({ level: 'required', expected: 'x', signature: '', ...one }) as Finding),
    waivers: waivers.map(([requirement, state]) => ({ ...terms, requirement, state })),
    scope: {
      required: 45,
      failed: 0,
      waived: 0,
      notSelected,
      notTested,
      selected: requirements.length,
      passed: count('pass') + count('flaky'),
      full: notSelected.every(({ because }) => because !== 'run'),
    },
    ...more,
  };
  const counts = Object.fromEntries(verdicts.map((one) => [one, count(one)])) as Record<Verdict, number>;
  return sentenceOf({ ...facts, outcome: runOutcomeOf(facts), counts });
}

const terms = { expires: '2026-11-01', owner: 'Ada', reason: 'a new gateway' };
const passed: Result = ['list.ok', 'pass'];
const failed: Result = ['create.created', 'fail'];
const warned: Result = ['advice.one', 'warn'];
const ours: Result = ['custom.cats', 'fail'];
const baseline = { target: 'http://a.test', startedAt: '2026-11-20T09:00:00.000Z', signatures: [] };
const known = (requirement: string): Found => ({ requirement, known: true });
const accepted = (requirement: string): Found => ({ requirement, waived: 'until 2027' });
const outsideOnly: NotSelectedGroup = {
  because: 'run',
  reason: 'outside --only',
  option: 'without --only',
  requirements: ['errors.shape', 'errors.status'],
};
const gentle: NotSelectedGroup = {
  because: 'run',
  reason: 'excluded by --profile gentle',
  option: '--profile standard',
  requirements: ['limit.enforced'],
};
const recorded: NotSelectedGroup = {
  because: 'run',
  reason: 'needs requests that only `run` sends',
  requirements: ['auth.key-missing'],
};
const noPlan: NotSelectedGroup = {
  because: 'input',
  reason: 'needs --plan',
  option: '--plan',
  requirements: ['headers.plan'],
};
const gap: Result = ['limit.body', 'not tested', 'no 429'];
const allPassed = 'All selected requirements passed';

describe('the sentence of a run', () => {
  const rows: readonly (readonly [string, Given, string])[] = [
    [
      'that was interrupted',
      { interrupted: true, results: [failed] },
      'The run was interrupted. The report covers the responses so far.',
    ],
    ['that passed', { results: [passed, ['advice.one', 'pass']] }, `${allPassed}.`],
    [
      'that passed, with custom checks',
      { results: [passed, ['custom.cats', 'pass'], ['custom.two', 'flaky'], ['mine.dogs', 'pass']] },
      `${allPassed}, including 3 from custom checks (Cats, Dogs).`,
    ],
    [
      'that passed what it selected',
      { results: [passed], notSelected: [outsideOnly, gentle, recorded, noPlan] },
      `${allPassed}; not selected: errors.shape, errors.status (outside --only; run without --only), limit.enforced (excluded by --profile gentle; run with --profile standard), auth.key-missing (needs requests that only \`run\` sends).`,
    ],
    [
      'that did not test some, for two reasons',
      {
        results: [passed, gap, ['limit.enforced', 'not tested', 'no 429'], ['create.created', 'not tested']],
      },
      'All tested requirements passed; 3 required requirements were not tested: limit.body, limit.enforced (no 429), create.created (no reason given).',
    ],
    [
      'with one waiver that is no longer needed',
      {
        results: [passed],
        waivers: [
          ['list.ok', 'stale'],
          ['create.created', 'not tested'],
        ],
      },
      `${allPassed}. A waiver is no longer needed, because its failure is fixed: list.ok.`,
    ],

    ['with one violation', { results: [passed, failed] }, '1 requirement of the specification is violated.'],
    [
      'with violations of the specification and of custom checks',
      { results: [failed, ours, ['mine.dogs', 'fail'], ['mine.two', 'fail']] },
      '1 requirement of the specification and 3 from custom checks (Cats, Dogs) are violated.',
    ],
    [
      'with a violation of a custom check only',
      { results: [passed, ours] },
      'No requirement of the specification is violated, but 1 from custom checks (Cats) is.',
    ],
    [
      'with warnings that fail it',
      { results: [warned, ['advice.two', 'warn']], failOnAdvisory: true },
      '2 advisory requirements are violated (--fail-on advisory).',
    ],
    [
      'with a violation, that ended early, with waivers that expired and that are fixed',
      {
        results: [failed],
        untestable: 'The run ended early: why.',
        waivers: [
          ['list.ok', 'expired'],
          ['errors.shape', 'stale'],
          ['create.created', 'not tested'],
        ],
      },
      '1 requirement of the specification is violated. The run ended early: why. The waiver of list.ok expired on 2026-11-01 (Ada: a new gateway). Fix what fails, or renew the waiver: petstore-conformance waive --renew --expires YYYY-MM-DD A waiver is no longer needed, because its failure is fixed: errors.shape.',
    ],

    [
      'with new violations and none that is known',
      { results: [passed, failed, ['errors.shape', 'fail'], warned], baseline },
      '2 requirements of the specification are violated. New since the baseline of 2026-11-20: create.created, errors.shape. No known failures.',
    ],
    [
      'with a new violation and a known one',
      { results: [failed, ['list.ok', 'fail']], found: [known('list.ok')], baseline },
      '2 requirements of the specification are violated. New since the baseline of 2026-11-20: create.created; already known: 1.',
    ],
    [
      'with known violations only',
      {
        results: [passed, failed, ['errors.shape', 'fail']],
        found: [known('create.created'), known('errors.shape')],
        baseline,
      },
      '2 requirements are violated, all as in the baseline of 2026-11-20.',
    ],
    [
      'with waived violations only, one of which is fixed',
      {
        results: [passed, ['list.ok', 'waived'], ['errors.shape', 'waived'], warned],
        found: [accepted('list.ok'), accepted('errors.shape')],
        waivers: [['create.created', 'stale']],
      },
      '1 of 4 selected requirements passed; 2 violations are waived. A waiver is no longer needed, because its failure is fixed: create.created.',
    ],

    [
      'with a waived violation, on which another requirement depends',
      {
        results: [passed, ['errors.shape', 'waived'], ['errors.status', 'waived']],
        found: [accepted('errors.shape')],
        strict: true,
      },
      '1 of 3 selected requirements passed; 1 violation is waived, and with it what depends on it: errors.status.',
    ],
    [
      'with a waiver that is no longer needed, which --strict refuses',
      { results: [passed], strict: true, waivers: [['list.ok', 'stale']] },
      'A waiver is no longer needed, because its failure is fixed: list.ok. To remove what is no longer needed: petstore-conformance waive --prune reports/report.json',
    ],

    ['that could not start', { untestable: 'Cannot reach it.', kitFaults: 1 }, 'Cannot reach it.'],
    [
      'in which a custom check failed',
      { results: [passed, gap], checkFaults: 1, strict: true },
      'A custom check threw an error or did not finish, which is not a fault of the target. Its requirement was not tested.',
    ],
    [
      'that tested too little for --strict-selection',
      { results: [passed, gap], strictSelection: true, notSelected: [outsideOnly] },
      'All tested requirements passed, but --strict-selection requires more: 1 required requirement was not tested: limit.body (no 429).',
    ],
    [
      'that selected too little for --strict',
      { results: [passed, gap], strict: true, notSelected: [outsideOnly, recorded, noPlan] },
      'All tested requirements passed, but --strict requires more: 3 of 45 required requirements were not selected: errors.shape, errors.status (outside --only; run without --only), auth.key-missing (needs requests that only `run` sends); 1 required requirement was not tested: limit.body (no 429). To check only what you select, use --strict-selection.',
    ],
    [
      'that found nothing new and left one out with --strict',
      {
        results: [passed, failed],
        found: [known('create.created')],
        baseline,
        strict: true,
        notSelected: [gentle],
      },
      'Nothing new fails, but --strict requires more: 1 of 45 required requirements was not selected: limit.enforced (excluded by --profile gentle; run with --profile standard). To check only what you select, use --strict-selection.',
    ],
    [
      'that left one out with --strict',
      { results: [passed], strict: true, notSelected: [gentle] },
      'All selected requirements passed, but --strict requires more: 1 of 45 required requirements was not selected: limit.enforced (excluded by --profile gentle; run with --profile standard). To check only what you select, use --strict-selection.',
    ],
    [
      'that tested too little for --strict, though it selected everything',
      { results: [passed, gap], strict: true },
      'All tested requirements passed, but --strict requires more: 1 required requirement was not tested: limit.body (no 429).',
    ],
    [
      'that left out what it did not test, because of a budget',
      { results: [passed, gap], notSelected: [{ ...gentle, requirements: ['limit.body'] }] },
      `${allPassed}; not selected: limit.body (excluded by --profile gentle; run with --profile standard).`,
    ],
  ];
  test.each(rows)('%s', (_title, given, words) => {
    expect(sentence(given)).toBe(words);
  });
});

describe('requirements that fail in the same way', () => {
  const same = (requirement: string, cause: string, more: Partial<Finding> = {}): Found => {
    const [status = '301'] = /[0-9]{3}/.exec(cause) ?? [];
    const { response, ...request } = recordedWith(Number(status));
    const exchange = cause === 'no response' ? request : { ...request, ...definedOnly({ response }) };
    return { requirement, cause, wrong: 'status', expected: 'status 200', exchange, ...more };
  };
  const alike = (...found: readonly Found[]) =>
    sentence({ results: [failed], found }).replace(
      /^1 requirement of the specification is violated\.( |$)/,
      '',
    );

  test.each(['returned 301', 'returned 404', 'returned 500', 'no response', 'redirected to another host'])(
    'are named if the cause of each is: %s',
    (cause) => {
      const says = `a.one, a.two and a.three fail in the same way (${cause}; expected status 200), probably for the same reason.`;
      expect(alike(same('a.one', cause), same('a.two', cause), same('a.three', cause))).toBe(says);
      expect(alike(same('a.one', cause), same('a.two', cause), same('a.one', cause))).toBe(
        `a.one and a.two fail in the same way (${cause}; expected status 200), probably for the same reason.`,
      );
    },
  );

  const one = same('a.one', 'returned 404');
  test.each<readonly [string, Found]>([
    ['is the same one', one],
    ['returned 2xx', same('a.two', 'returned 201')],
    ['has another fault', same('a.two', 'returned 404', { wrong: 'body' })],
    ['fails in another way', same('a.two', 'returned 405')],
    ['expects something else', same('a.two', 'returned 404', { expected: 'status 401' })],
    ['is waived', same('a.two', 'returned 404', { waived: 'until 2027' })],
    ['is advisory', same('a.two', 'returned 404', { level: 'advisory' })],
  ])('are not named if the other %s', (_what, other) => {
    expect(alike(one, other)).toBe('');
  });

  test('are named in groups', () => {
    const two = (cause: string) => [same('a.one', cause), same('a.two', cause)];
    expect(alike(...two('returned 404'), ...two('no response'))).toMatch(
      /^a\.one and a\.two fail .* \(returned 404; .* reason\. a\.one and a\.two fail .* \(no response; /,
    );
  });

  test('are not named if each returned 201', () => {
    expect(alike(same('a.one', 'returned 201'), same('a.two', 'returned 201'))).toBe('');
  });
});

const common = { level: 'required', title: 't', source: 's', tested: 0 } as const;
const otherResults = [
  { ...common, id: 'headers.limit', verdict: 'fail' },
  { ...common, id: 'headers.reset', verdict: 'warn' },
  { ...common, id: 'list.ok', verdict: 'pass' },
] as const;

test.each([
  [
    ['headers.limit', 'headers.reset'],
    'depends on headers.limit and headers.reset, which failed; fix that first',
  ],
  [['list.ok', 'headers.reset'], 'depends on headers.reset, which failed; fix that first'],
  [['list.ok', 'errors.shape'], 'depends on list.ok, errors.shape'],
])('names only the violated ones of the requirements that a verdict depends on: %s', (dependsOn, says) => {
  const alone = { ...common, id: 'x.z', asks: 'a', impact: 'm', fix: 'm' };
  const requirements = [alone, { ...alone, id: 'x.y', traits: { dependsOn } }];
  const results = [
    ...otherResults,
    { ...common, id: 'x.y', verdict: 'not tested', reason: dependent },
  ] as const;
  expect(nameViolated(requirements, results).at(-1)?.reason).toBe(says);
});

test('waives what depends only on waived requirements, directly or not', () => {
  const alone = { ...common, asks: 'a', impact: 'm', fix: 'm' };
  const requirements = [
    ...['x.a', 'x.b'].map((id) => ({ ...alone, id })),
    ...[
      ['x.c', 'x.a'],
      ['x.d', 'x.c'],
      ['x.e', 'x.a', 'x.b'],
    ].map(([id = '', ...dependsOn]) => ({ ...alone, id, traits: { dependsOn } })),
  ];
  const untested = { ...common, verdict: 'not tested', reason: dependent } as const;
  const results: RequirementResult[] = [
    { ...common, id: 'x.a', verdict: 'waived' },
    { ...common, id: 'x.b', verdict: 'fail' },
    ...['x.c', 'x.d', 'x.e'].map((id) => ({ ...untested, id })),
  ];
  expect(nameViolated(requirements, results).map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['waived', undefined],
    ['fail', undefined],
    ['waived', 'depends on x.a, which is waived'],
    ['waived', 'depends on x.c, which is waived'],
    ['not tested', 'depends on x.b, which failed; fix that first'],
  ]);
});

test.each(['no 429 was seen', 'see list.ok'])('keeps a specific reason: %s', (reason) => {
  const results = [...otherResults, { ...common, id: 'create.text', verdict: 'not tested', reason }] as const;
  expect(nameViolated(catalog, results)).toEqual(results);
});
