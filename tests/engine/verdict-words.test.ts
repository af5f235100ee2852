import { describe, expect, test } from 'vitest';
import { type DecisiveFacts, runOutcomeOf } from '../../src/engine/verdict.ts';
import { sentenceOf } from '../../src/engine/verdict-words.ts';
import type { AcceptedState, Finding, RequirementResult, Verdict } from '../../src/report/model/report.ts';
import { verdictOfClass } from '../../src/report/model/verdicts.ts';
import { type ReasonCode, reason, reasonCodes } from '../../src/spec/reasons.ts';
import { definedOnly } from '../../src/text/defined-only.ts';
import { recorded as recordedWith } from '../support/findings.ts';

/**
 * Returns a result of a run. Requirements `custom.*` belong to the custom checks "Cats", and `mine.*` to "Dogs"; `advice.*`
 * are advisory.
 */
function result([id, verdict]: Result): RequirementResult {
  const section = /^custom\./.test(id) ? 'Cats' : /^mine\./.test(id) ? 'Dogs' : undefined;
  const common = {
    ...{ id, title: '', source: '', tested: 1 },
    level: id.startsWith('advice.') ? ('advisory' as const) : ('required' as const),
    ...(section === undefined ? {} : { section }),
  };
  if (!reasonCodes.includes(verdict as ReasonCode)) return { ...common, verdict: verdict as Verdict };
  const why = reason(verdict as ReasonCode);
  return { ...common, verdict: verdictOfClass(why.class), reason: why };
}

/** An id, with the verdict on the requirement or the reason why it was not judged. */
type Result = readonly [id: string, verdict: Verdict | ReasonCode];

interface Given extends Partial<Omit<DecisiveFacts, 'requirements'>> {
  readonly results?: readonly Result[];
  /** Findings, such as "list.ok: returned 500". */
  readonly found?: readonly Found[];
  readonly accepted?: readonly (readonly [requirement: string, state: AcceptedState['state']])[];
  readonly acceptedFrom?: string;
}

type Found = Partial<Finding> & { readonly requirement: string };

const verdicts: readonly Verdict[] = ['fail', 'warn', 'pass', 'accepted', 'not tested'];

/** Returns the verdict sentence of a run, given the facts that decide its outcome. */
function sentence({ results = [], found = [], accepted = [], acceptedFrom, ...more }: Given) {
  const requirements = results.map(result);
  const count = (verdict: Verdict) => requirements.filter((one) => one.verdict === verdict).length;
  const facts: DecisiveFacts = {
    interrupted: false,
    strict: false,
    failOnAdvisory: false,
    kitFaults: 0,
    checkFaults: 0,
    requirements,
    ...more,
  };
  return sentenceOf({
    ...facts,
    findings: found.map((one) => ({ level: 'required', expected: 'x', signature: '', ...one }) as Finding),
    accepted: accepted.map(([requirement, state]) => ({ ...terms, requirement, state })),
    ...(acceptedFrom === undefined ? {} : { acceptedFrom }),
    outcome: runOutcomeOf(facts),
    counts: Object.fromEntries(verdicts.map((one) => [one, count(one)])) as Record<Verdict, number>,
  });
}

const terms = { until: '2026-11-01', owner: 'Ada', reason: 'a new gateway' };
const passed: Result = ['list.ok', 'pass'];
const failed: Result = ['create.created', 'fail'];
const warned: Result = ['advice.one', 'warn'];
const ours: Result = ['custom.cats', 'fail'];
const gap: Result = ['limit.enforced', 'too-slow'];
const command = 'npx petstore-conformance accept REPORT.json';

describe('the verdict sentence of a run', () => {
  /** What the sentence must name, in this order, and what it must not name. */
  const rows: readonly (readonly [string, Given, readonly string[], (readonly string[])?])[] = [
    ['that was interrupted', { interrupted: true, results: [failed] }, ['interrupted'], ['create.created']],
    ['that passed', { results: [passed, ['advice.one', 'pass']] }, ['passed'], ['not selected', 'accepted']],
    [
      'that passed what it selected',
      {
        results: [
          passed,
          ['errors.shape', 'outside-only'],
          ['errors.status', 'outside-only'],
          ['headers.plan', 'no-plan'],
          ['list.complete', 'accepted'],
        ],
      },
      ['1 of 5', '1 accepted', '2 not selected', '1 needs --plan'],
      ['Undecided'],
    ],
    [
      'that is undecided',
      { results: [passed, ['limit.enforced', 'never-reached'], ['limit.recovers', 'late-recovery']] },
      ['1 of 3', '2 undecided', 'Undecided: limit.enforced (the limit was not reached)', 'limit.recovers'],
    ],
    [
      'that was prevented from testing some requirements, for three reasons',
      {
        results: [passed, ['list.ok', 'ended-early'], ['create.id', 'no-list'], ['create.text', 'ban'], gap],
      },
      ['3 required requirements', 'list.ok (the run ended before it was tested)', 'create.id', 'and 1 more'],
      ['limit.enforced'],
    ],
    [
      'in which the acceptance of a failure has expired',
      { results: [failed], found: [{ requirement: 'create.created', expired: 'until 2026-10-31' }] },
      ['1 requirement', 'No longer accepted: create.created.'],
      [],
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
      'in which an accepted failure of the usual file is no longer needed, also with --strict',
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
    [
      'with a violation of a custom check only',
      { results: [passed, ours] },
      ['1 from custom checks (Cats) is violated'],
    ],
    [
      'with warnings that fail it',
      { results: [warned, ['advice.two', 'warn']], failOnAdvisory: true },
      ['2 advisory', '--fail-on advisory'],
    ],
    [
      'that ended early after a violation, with one accepted failure that has expired and one that is no longer needed',
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
    ['that could not start', { untestable: 'Cannot reach it.', kitFaults: 1 }, ['Cannot reach it.']],
    [
      'in which a custom check failed',
      { results: [passed, gap], checkFaults: 1, strict: true },
      ['custom check'],
    ],
    [
      'that selected too little for --strict',
      {
        results: [
          passed,
          ['create.created', 'accepted'],
          ['limit.enforced', 'by-profile'],
          ['headers.plan', 'no-plan'],
        ],
        strict: true,
      },
      ['--strict', 'limit.enforced (excluded by --profile gentle)'],
      ['headers.plan', 'All'],
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
    'are named together if all have the same cause: %s',
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
    ['is the same requirement', one],
    ['returned 2xx', same('a.two', 'returned 201')],
    ['has another fault', same('a.two', 'returned 404', { wrong: 'body' })],
    ['fails in another way', same('a.two', 'returned 405')],
    ['expects something else', same('a.two', 'returned 404', { expected: 'status 401' })],
    ['is accepted', same('a.two', 'returned 404', { accepted: 'until 2027' })],
    ['is advisory', same('a.two', 'returned 404', { level: 'advisory' })],
  ])('are not named together if the other %s', (_what, other) => {
    expect(alike(one, other)).toBe('');
  });

  test('are named in groups', () => {
    const two = (cause: string) => [same('a.one', cause), same('a.two', cause)];
    expect(alike(...two('returned 404'), ...two('no response'))).toMatch(
      /^a\.one and a\.two fail .* \(returned 404; .* reason\. a\.one and a\.two fail .* \(no response; /,
    );
  });

  test('are not named together if each returned 201', () => {
    expect(alike(same('a.one', 'returned 201'), same('a.two', 'returned 201'))).toBe('');
  });
});
