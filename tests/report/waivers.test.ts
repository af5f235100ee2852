import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/exchange/body-digest.ts';
import type { RequirementResult, Waiver } from '../../src/report/model/report.ts';
import { applyWaivers, readWaivers, whyKept } from '../../src/report/waivers.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const { waived: _waived, known: _known, ...finding } = sampleFinding;
const id = finding.requirement;
const failing = sampleReport.requirements.find((one) => one.id === id) as RequirementResult;
const waiver: Waiver = { requirement: id, reason: 'known', owner: 'Ada', expires: '2026-12-31' };
const today = '2026-11-21';

const judged = (verdict: RequirementResult['verdict'], findings = [finding]) => ({
  requirements: [{ ...failing, verdict }],
  findings: verdict === 'fail' ? findings : [],
});

describe('a waiver', () => {
  it('waives a requirement if it covers all failures, and shows why', () => {
    const { requirements, waivers } = applyWaivers(judged('fail'), [waiver], today);
    expect(requirements[0]).toMatchObject({
      verdict: 'waived',
      reason: 'until 2026-12-31 by Ada: known',
    });
    expect(waivers[0]?.state).toBe('applied');
  });

  it('is valid through its last day', () => {
    expect(applyWaivers(judged('fail'), [waiver], '2026-12-31').waivers[0]?.state).toBe('applied');
    const { requirements, waivers } = applyWaivers(judged('fail'), [waiver], '2027-01-01');
    expect(waivers[0]?.state).toBe('expired');
    expect(requirements[0]?.verdict).toBe('fail');
  });

  it('for one signature does not waive another failure of the requirement', () => {
    const other = { ...finding, signature: `${id}: returned 500` };
    const one = { ...waiver, signature: finding.signature };
    const { requirements, findings } = applyWaivers(judged('fail', [finding, other]), [one], today);
    expect(requirements[0]?.verdict).toBe('fail');
    expect(findings.map(({ waived }) => waived !== undefined)).toEqual([true, false]);
  });

  it('is stale if its failure was tested and is fixed', () => {
    expect(applyWaivers(judged('pass'), [waiver], today).waivers[0]?.state).toBe('stale');
    expect(applyWaivers(judged('not tested'), [waiver], today).waivers[0]?.state).toBe('not tested');
  });

  it('is not tested if the body that showed its failure was not sent again', () => {
    const base64 = Buffer.from('{"name":7654321}').toString('base64');
    const one = { ...waiver, body: { class: 'name-integer', base64 } };
    const stateWith = (sentBodies: readonly string[]) =>
      applyWaivers({ ...judged('pass'), sentBodies }, [one], today).waivers[0]?.state;
    expect(stateWith(['0123456789abcdef'])).toBe('not tested');
    expect(stateWith([digestOf(Buffer.from('{"name":7654321}'), 'kitqzabcde')])).toBe('stale');
  });
});

describe('a waivers file', () => {
  const read = (requirement: string) =>
    readWaivers(JSON.stringify({ formatVersion: 1, waivers: [{ ...waiver, requirement }] }));

  it.each(['qa.errors', 'qa.list', 'db.stored'])(
    'may name %s, which a custom check may add',
    (requirement) => {
      expect(read(requirement)).toHaveLength(1);
    },
  );

  it.each([
    ['auht.key-missing', 'auth.key-missing'],
    ['list.ko', 'list.ok'],
  ])('may not name %s', (requirement, meant) => {
    expect(() => read(requirement)).toThrow(`Did you mean ${meant}`);
  });
});

it('a waiver of a fixed cause is kept because another cause fails, even if another waiver covers that', () => {
  const waived = {
    ...failing,
    verdict: 'waived' as const,
    reason: 'until 2026-12-31 by Bob: another waiver',
  };
  const report = { ...sampleReport, requirements: [waived], findings: [sampleFinding] };
  expect(whyKept({ ...waiver, signature: `${id}: returned 500` }, report)).toBe('fails in another way');
});
