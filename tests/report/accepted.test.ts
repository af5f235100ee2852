import { describe, expect, it } from 'vitest';
import { acceptedFor, acceptedIn, applyAccepted } from '../../src/report/accepted.ts';
import { readAccepted } from '../../src/report/accepted-file.ts';
import type { AcceptedFailure, RequirementResult } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const { accepted: _accepted, ...finding } = sampleFinding;
const { requirement: id, cause } = finding;
const failing = sampleReport.requirements.find((one) => one.id === id) as RequirementResult;
const one: AcceptedFailure = { requirement: id, reason: 'known', owner: 'Ada', until: '2026-12-31' };
const [first, second] = (finding.shownBy ?? []).map(({ operation }) => ({ ...one, operation, cause }));
const today = '2026-11-21';

const judged = (verdict: RequirementResult['verdict'], findings = [finding]) => ({
  requirements: [{ ...failing, verdict }],
  findings: verdict === 'fail' ? findings : [],
});

/** Returns the verdict of the requirement, and the states of these accepted failures. */
function applied(accepted: readonly (AcceptedFailure | undefined)[], day = today, findings = [finding]) {
  const given = accepted.filter((some) => some !== undefined);
  const results = applyAccepted(judged('fail', findings), given, day, () => true);
  return [results.requirements[0]?.verdict, results.accepted.map(({ state }) => state)];
}

describe('an accepted failure', () => {
  it('shows until when, by whom and why it is accepted', () => {
    const { requirements, findings } = applyAccepted(
      judged('fail'),
      [{ ...one, ticket: 'PET-7' }],
      today,
      () => true,
    );
    const note = 'until 2026-12-31 by Ada: known (PET-7)';
    expect(requirements[0]).toMatchObject({ verdict: 'accepted', note });
    expect(findings.map(({ accepted }) => accepted)).toEqual([note]);
  });

  it.each([
    ['applies if it names the whole requirement', [one], ['accepted', ['applied']]],
    ['applies if it names this cause', [{ ...one, cause }], ['accepted', ['applied']]],
    [
      'does not apply if it names another cause',
      [{ ...one, cause: 'returned 500' }],
      ['fail', ['not tested again']],
    ],
    ['applies if it names one of the operations', [first], ['fail', ['applied']]],
    ['applies if it names all of the operations', [first, second], ['accepted', ['applied', 'applied']]],
    [
      'does not apply if it names another operation',
      [{ ...one, operation: 'petById' }],
      ['fail', ['no longer needed']],
    ],
    [
      'does not apply if it names another requirement',
      [{ ...one, requirement: 'list.ok' }],
      ['fail', ['no longer needed']],
    ],
  ])('%s', (_what, accepted, expected) => {
    expect(applied(accepted)).toEqual(expected);
  });

  it('is valid through its last day, and is shown but ignored afterwards', () => {
    expect(applied([one], '2026-12-31')).toEqual(['accepted', ['applied']]);
    expect(applied([one], '2027-01-01')).toEqual(['fail', ['expired']]);
    const { findings } = applyAccepted(judged('fail'), [one], '2027-01-01', () => true);
    expect(findings.map(({ accepted, expired }) => [accepted, expired])).toEqual([
      [undefined, 'until 2026-12-31 by Ada: known'],
    ]);
  });

  it('does not accept a second cause for the requirement', () => {
    const other = { ...finding, cause: 'returned 500', signature: `${id}: returned 500` };
    expect(applied([{ ...one, cause }], today, [finding, other])).toEqual(['fail', ['applied']]);
    expect(applied([one], today, [finding, other])).toEqual(['accepted', ['applied']]);
  });

  it('is no longer needed only if the failing request was sent again and passed', () => {
    const stateIf = (isRight: boolean, day = today) =>
      applyAccepted(judged('pass'), [one], day, () => isRight).accepted[0]?.state;
    expect([stateIf(true), stateIf(false)]).toEqual(['no longer needed', 'not tested again']);
    expect([stateIf(true, '2027-01-01'), stateIf(false, '2027-01-01')]).toEqual([
      'no longer needed',
      'expired',
    ]);
  });
});

describe('the accepted failure for a finding', () => {
  it('names the operation, the cause, the form of the header, and the body that failed on that operation', () => {
    const terms = { reason: 'known', owner: 'Ada', until: '2026-12-31' };
    const entries = ['createCategory', 'orders'].map((operation) =>
      acceptedFor(finding, operation, terms, sampleReport.runMark),
    );
    const common = { requirement: id, cause, credential: 'none', ...terms };
    expect(entries).toEqual([
      {
        ...common,
        operation: 'createCategory',
        rightForms: ['key-cut'],
        body: { class: 'name-integer', base64: expect.any(String) },
      },
      { ...common, operation: 'orders' },
    ]);
    // The body does not contain the mark of the run.
    const body = Buffer.from(entries[0]?.body?.base64 ?? '', 'base64').toString();
    expect(body).not.toContain(sampleReport.runMark);
  });

  it('names the status if its requirement is about any status', () => {
    const shape = { ...finding, requirement: 'errors.shape', wrong: 'body' as const };
    expect(acceptedFor(shape, 'orders', { reason: 'x' }, '')).toMatchObject({ status: 200 });
  });

  it('has no date if it comes from a report', () => {
    const all = acceptedIn({ ...sampleReport, findings: [finding] });
    expect(all.map(({ operation, until }) => [operation, until])).toEqual([
      ['createCategory', undefined],
      ['orders', undefined],
    ]);
    expect(applyAccepted(judged('fail'), all, '9999-12-31', () => true).requirements[0]?.verdict).toBe(
      'accepted',
    );
  });
});

describe('a file of accepted failures', () => {
  const read = (requirement: string) =>
    readAccepted(
      JSON.stringify({
        format: 'petstore-conformance/accepted',
        formatVersion: 1,
        accepted: [{ ...one, requirement, unknown: { field: 1 } }],
      }),
    );

  it.each(['qa.errors', 'qa.list', 'db.stored'])(
    'may name %s, because a custom check may add it',
    (requirement) => {
      expect(read(requirement)).toEqual([{ ...one, requirement }]);
    },
  );

  it.each([
    ['auht.key-missing', 'auth.key-missing'],
    ['list.ko', 'list.ok'],
  ])('may not name %s', (requirement, meant) => {
    expect(() => read(requirement)).toThrow(`Did you mean ${meant}`);
  });
});
