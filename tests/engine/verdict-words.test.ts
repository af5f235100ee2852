import { describe, expect, test } from 'vitest';
import { type DecisiveFacts, runOutcomeOf } from '../../src/engine/verdict.ts';
import { nameViolated, sentenceOf } from '../../src/engine/verdict-words.ts';
import { dependent } from '../../src/exchange/finding.ts';
import type {
  AcceptedState,
  Finding,
  NotSelectedGroup,
  RequirementResult,
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

interface Given extends Partial<Omit<DecisiveFacts, 'scope' | 'requirements' | 'findings' | 'accepted'>> {
  readonly results?: readonly Result[];
  /** "list.ok: returned 500", and more. */
  readonly found?: readonly Found[];
  readonly accepted?: readonly (readonly [requirement: string, state: AcceptedState['state']])[];
  readonly acceptedFrom?: string;
  readonly notSelected?: readonly NotSelectedGroup[];
  readonly notTested?: DecisiveFacts['scope']['notTested'];
}

type Found = Partial<Finding> & { readonly requirement: string };

const verdicts: readonly Verdict[] = ['fail', 'warn', 'pass', 'flaky', 'accepted', 'not tested'];

/** Returns the sentence of a run whose outcome these facts decide. */
function sentence({
  results = [],
  found = [],
  accepted = [],
  notSelected = [],
  notTested = [],
  ...more
}: Given) {
  const requirements = results.map(result);
  const count = (verdict: Verdict) => requirements.filter((one) => one.verdict === verdict).length;
  const facts: DecisiveFacts = {
    interrupted: false,
    strict: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    requirements,
    findings: found.map((one) => ({ level: 'required', expected: 'x', signature: '', ...one }) as Finding),
    accepted: accepted.map(([requirement, state]) => ({ ...terms, requirement, state })),
    scope: {
      required: 45,
      failed: 0,
      accepted: 0,
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

const terms = { until: '2026-11-01', owner: 'Ada', reason: 'a new gateway' };
const passed: Result = ['list.ok', 'pass'];
const failed: Result = ['create.created', 'fail'];
const warned: Result = ['advice.one', 'warn'];
const ours: Result = ['custom.cats', 'fail'];
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
const command = 'npx petstore-conformance accept REPORT.json';

describe('the sentence of a run', () => {
  /** What the sentence must name, in this order, and what it must not. */
  const rows: readonly (readonly [string, Given, readonly string[], (readonly string[])?])[] = [
    ['that was interrupted', { interrupted: true, results: [failed] }, ['interrupted'], ['create.created']],
    ['that passed', { results: [passed, ['advice.one', 'pass']] }, ['passed'], ['not selected', 'accepted']],
    [
      'that passed, with custom checks',
      { results: [passed, ['custom.cats', 'pass'], ['custom.two', 'flaky'], ['mine.dogs', 'pass']] },
      ['3', 'Cats, Dogs'],
    ],
    [
      'that passed what it selected',
      { results: [passed], notSelected: [outsideOnly, gentle, recorded, noPlan] },
      [
        'errors.shape, errors.status',
        'without --only',
        'limit.enforced',
        '--profile standard',
        'auth.key-missing',
      ],
      ['headers.plan'],
    ],
    [
      'that did not test some, for two reasons',
      {
        results: [passed, gap, ['limit.enforced', 'not tested', 'no 429'], ['create.created', 'not tested']],
      },
      ['3', 'limit.body, limit.enforced (no 429)', 'create.created'],
    ],
    [
      'in which an accepted failure is no longer needed',
      {
        results: [passed],
        accepted: [
          ['list.ok', 'no longer needed'],
          ['create.created', 'not tested again'],
        ],
      },
      ['1 accepted failure', 'list.ok'],
      ['create.created', command],
    ],
    [
      'in which an accepted failure of the usual file is no longer needed, with --strict too',
      {
        results: [passed],
        strict: true,
        accepted: [['list.ok', 'no longer needed']],
        acceptedFrom: 'petstore-conformance.accepted.json',
      },
      ['list.ok', command],
      ['--accepted'],
    ],
    [
      'in which accepted failures of another file are no longer needed',
      {
        results: [passed],
        accepted: [
          ['list.ok', 'no longer needed'],
          ['errors.shape', 'no longer needed'],
        ],
        acceptedFrom: "it's known.json",
      },
      ['2 accepted failures', 'list.ok, errors.shape', `${command} --accepted 'it'\\''s known.json'`],
    ],
    ['with one violation', { results: [passed, failed] }, ['1 requirement of the specification']],
    [
      'with violations of the specification and of custom checks',
      { results: [failed, ours, ['mine.dogs', 'fail'], ['mine.two', 'fail']] },
      ['1 requirement of the specification', '3', 'Cats, Dogs'],
    ],
    ['with a violation of a custom check only', { results: [passed, ours] }, ['No requirement', '1', 'Cats']],
    [
      'with warnings that fail it',
      { results: [warned, ['advice.two', 'warn']], failOnAdvisory: true },
      ['2 advisory', '--fail-on advisory'],
    ],
    [
      'with a violation, that ended early, with an accepted failure that expired and one that is right',
      {
        results: [failed],
        untestable: 'The run ended early: why.',
        accepted: [
          ['list.ok', 'expired'],
          ['errors.shape', 'no longer needed'],
        ],
      },
      ['1 requirement of the specification', 'The run ended early: why.', 'errors.shape'],
      ['list.ok'],
    ],
    [
      'with accepted violations, and one on which another requirement depends',
      {
        results: [
          passed,
          ['list.complete', 'accepted'],
          ['errors.shape', 'accepted'],
          ['errors.status', 'accepted'],
        ],
        found: [accepted('list.complete'), accepted('errors.shape')],
        strict: true,
      },
      ['1 of 4', '2 violations', 'errors.status'],
    ],
    ['that could not start', { untestable: 'Cannot reach it.', kitFaults: 1 }, ['Cannot reach it.']],
    [
      'in which a custom check failed',
      { results: [passed, gap], checkFaults: 1, strict: true },
      ['custom check'],
    ],
    [
      'that selected too little for --strict',
      { results: [passed, gap], strict: true, notSelected: [outsideOnly, recorded, noPlan] },
      ['--strict', '3 of 45', 'errors.shape, errors.status', 'auth.key-missing', 'limit.body (no 429)'],
      ['headers.plan'],
    ],
    [
      'with an accepted violation that left one out with --strict',
      {
        results: [passed, ['create.created', 'accepted']],
        found: [accepted('create.created')],
        strict: true,
        notSelected: [gentle],
      },
      ['--strict', '1 of 45', 'limit.enforced', '--profile standard'],
      ['All'],
    ],
    [
      'that left out what it did not test, because of a budget',
      { results: [passed, gap], notSelected: [{ ...gentle, requirements: ['limit.body'] }] },
      ['limit.body', '--profile standard'],
      ['not tested'],
    ],
  ];
  test.each(rows.map((row) => [row] as const))('$0.0', ([_title, given, names, others = []]) => {
    const words = sentence(given);
    let at = 0;
    for (const name of names) {
      const found = words.indexOf(name, at);
      expect(found, `${name} in: ${words}`).toBeGreaterThanOrEqual(0);
      at = found;
    }
    for (const other of others) expect(words).not.toContain(other);
  });
});

function accepted(requirement: string): Found {
  return { requirement, accepted: 'until 2027' };
}

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
    ['is accepted', same('a.two', 'returned 404', { accepted: 'until 2027' })],
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

test('accepts what depends only on accepted requirements, directly or not', () => {
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
    { ...common, id: 'x.a', verdict: 'accepted' },
    { ...common, id: 'x.b', verdict: 'fail' },
    ...['x.c', 'x.d', 'x.e'].map((id) => ({ ...untested, id })),
  ];
  expect(nameViolated(requirements, results).map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['accepted', undefined],
    ['fail', undefined],
    ['accepted', expect.stringContaining('x.a')],
    ['accepted', expect.stringContaining('x.c')],
    ['not tested', 'depends on x.b, which failed; fix that first'],
  ]);
});

test.each(['no 429 was seen', 'see list.ok'])('keeps a specific reason: %s', (reason) => {
  const results = [...otherResults, { ...common, id: 'create.text', verdict: 'not tested', reason }] as const;
  expect(nameViolated(catalog, results)).toEqual(results);
});
