import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { runInMemory } from '../support/in-memory.ts';
import { complaintsOf } from './judge-row.ts';
import { defectRows } from './reference.ts';
import type { Expect } from './row.ts';
import type { Outcome, RowTrial } from './run-row.ts';
import { isGood, matrixComplaints, matrixOf, summaryOf } from './summary.ts';

/** Returns one outcome for each list of requirements, as if a defect had been reported under these requirements. */
const finding = (...found: readonly (readonly string[])[]): Outcome[] =>
  found.map((ids, index) => ({
    row: defectRows[index] ?? expect.fail(),
    found: ids,
    whileLimited: 0,
    complaints: [],
  }));

const conforming = runInMemory();

/** Returns the report of a conforming run, changed so that these requirements fail or warn. */
async function reporting(...ids: readonly string[]): Promise<Report> {
  const { report } = await conforming;
  const levels = new Map(catalog.map(({ id, level }) => [id, level]));
  const failed = ids.some((id) => levels.get(id) === 'required');
  return {
    ...report,
    requirements: report.requirements.map((one) =>
      ids.includes(one.id) ? { ...one, verdict: levels.get(one.id) === 'required' ? 'fail' : 'warn' } : one,
    ),
    verdict: { ...report.verdict, exitStatus: failed ? 1 : 0 },
  };
}

async function complaints(expected: Expect, found: readonly string[], more: Partial<RowTrial> = {}) {
  const report = await reporting(...found);
  const trial = { report, counted: undefined, complaints: [], ...more };
  return complaintsOf(expected, trial, 0).map(({ expected: wanted, saw }) => `${wanted} | ${saw}`);
}

describe('a run is as expected', () => {
  it.each<[Expect, string[]]>([
    [{ reports: [] }, []],
    [{ reports: ['list.ok'] }, ['list.ok']],
    [{ reports: ['http.date'] }, ['http.date']],
    [{ reports: ['list.ok'], may: ['http.date'] }, ['list.ok']],
    [{ reports: ['list.ok'], may: ['http.date'] }, ['list.ok', 'http.date']],
    [{ reports: [], may: ['list.ok'] }, []],
    [{ reports: [], may: ['list.ok'] }, ['list.ok']],
    [{ reports: [], oneOf: ['list.ok', 'list.complete'] }, ['list.complete']],
    [{ reports: [], outcome: 'conforms', passes: ['limit.enforced'] }, []],
  ])('%j: %j', async (expected, found) => {
    expect(await complaints(expected, found)).toEqual([]);
  });
});

describe('a run is not as expected', () => {
  it.each<[Expect, string[], RegExp]>([
    [{ reports: ['list.ok'] }, [], /^list\.ok \| nothing\. /],
    [{ reports: [] }, ['list.ok'], /^a legal server passes \| list\.ok \(/],
    [{ reports: ['list.ok'] }, ['list.ok', 'http.date'], /^list\.ok \| /],
    [{ reports: [], oneOf: ['list.ok', 'list.complete'] }, [], /^one of list\.ok, list\.complete \| /],
    [{ reports: [], status: 3 }, [], /^exit status 3 \| 0\. /],
    [{ reports: [], outcome: 'passed' }, [], /^the outcome "passed" \| "conforms"\. /],
    [{ reports: [], verdict: /^Nothing / }, [], /^a verdict like /],
    [{ reports: [], notTested: { 'list.ok': /too long/ } }, [], /^list\.ok not tested: \/too long\/ \| pass/],
    [{ reports: [], passes: ['auth.other-places'] }, [], /^auth\.other-places passes \| /],
  ])('%j: %j', async (expected, found, complaint) => {
    expect(await complaints(expected, found)).toEqual([expect.stringMatching(complaint)]);
  });

  it('if the kit, the server or the process reports an error, or if a request was sent too early or beyond the maximum', async () => {
    const { report } = await conforming;
    const counted = { requests: 10_000, accepted: 41, whileLimited: 2, faults: 1 };
    const trial = { report: { ...report, kitFaults: ['a', 'a'] }, counted, complaints: ['b'] };
    expect(complaintsOf({ reports: [] }, trial, 2).map(({ saw }) => saw)).toEqual([
      'a',
      'b',
      '1 responses with 500',
      '2 requests, sent one at a time',
      '10000 requests',
      '41 categories',
      `${report.requests.total} requests`,
    ]);
  });
});

describe('the kill matrix', () => {
  it('lists each requirement that can fail or warn in a run', () => {
    const rows = matrixOf([]).flatMap((section) => section.rows.map(({ id }) => id));
    const judged = catalog.filter(({ level }) => level === 'required' || level === 'advisory');
    expect(rows).toEqual(judged.filter(({ asked }) => asked !== 'description').map(({ id }) => id));
  });

  it('has a complaint about a requirement that fewer than two defects violate', () => {
    const complaints = matrixComplaints(matrixOf(finding(['list.ok'])));
    expect(complaints).toContain('list.ok needs 2 defects that violate it, and has 1');
    expect(complaints).toContain('list.complete needs 2 defects that violate it, and has 0');
  });

  it('has a complaint about a requirement that never fails alone', () => {
    const shadowed = finding(['list.ok', 'list.category'], ['list.ok', 'list.category'], ['list.ok']);
    const complaints = matrixComplaints(matrixOf(shadowed)).filter((text) => /fails together/.test(text));
    expect(complaints).toEqual(['list.category only ever fails together with list.ok']);
  });

  it('affects only the result of a complete gallery run', () => {
    const found = finding(['list.ok']);
    expect(isGood(summaryOf(found, false))).toBe(true);
    expect(isGood(summaryOf(found, true))).toBe(false);
  });
});
