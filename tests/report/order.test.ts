import { describe, expect, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Finding, TimelineRow } from '../../src/report/model/report.ts';
import { asServed, byCause } from '../../src/report/order.ts';
import { runInMemory } from '../support/in-memory.ts';
import { sampleFinding } from './sample-report.ts';

/** Returns a finding whose exchange has this number and status. */
function found(requirement: string, id: number, status = 200, count = 1): Finding {
  const { exchange } = sampleFinding;
  if (exchange?.response === undefined) throw new Error('the sample has no response');
  const { payload: _, ...rest } = sampleFinding;
  const response = { ...exchange.response, status };
  return { ...rest, requirement, count, exchange: { ...exchange, id, response } };
}

const idsOf = (findings: readonly Finding[]) => findings.map(({ requirement }) => requirement);

describe('findings are in the order of their causes', () => {
  test('an accepted body comes before the list that it breaks', () => {
    const list = found('list.category', 30);
    expect(idsOf(byCause([list, found('invalid.name-type', 20, 201)]))).toEqual([
      'invalid.name-type',
      'list.category',
    ]);
  });

  test('but an invalid body that was refused does not come before the list', () => {
    const findings = [found('list.category', 30), found('invalid.name-type', 20, 500)];
    expect(idsOf(byCause(findings))).toEqual(['list.category', 'invalid.name-type']);
  });

  test('a requirement comes before those that depend on it, even through requirements that passed', () => {
    const ids = ['create.id-unique', 'list.complete', 'create.created', 'auth.key-accepted'];
    expect(idsOf(byCause(ids.map((id) => found(id, 1, 500))))).toEqual([
      'auth.key-accepted',
      'create.created',
      'create.id-unique',
      'list.complete',
    ]);
  });

  test('the most frequent finding of a requirement comes first', () => {
    const findings = [found('errors.shape', 1, 400, 1), found('errors.shape', 2, 400, 59)];
    expect(byCause([...findings, found('auth.challenge', 3)]).map(({ count }) => count)).toEqual([59, 1, 1]);
  });

  test('every report uses the same order', async () => {
    const ids = ['name-number-coerced', 'list-ids-text', 'created-200'];
    const change = defects.filter(({ id }) => ids.includes(id)).map((defect) => defect.change);
    const { report } = await runInMemory({ change }, { plan: 'free', exhaust: false });
    const found = idsOf(report.findings);
    expect(found).toContain('list.category');
    expect(found.indexOf('create.created')).toBeLessThan(found.indexOf('list.category'));
  });
});

describe('responses are in the order in which the server sent them', () => {
  const row = (id: number, atMs: number, readMs: number, remaining: number, status = 200): TimelineRow => ({
    id,
    atMs,
    readMs,
    remaining,
    status,
    limit: 60,
    reset: 1_795_278_257,
    operation: 'listCategories',
    withKey: true,
  });
  const idsIn = (...rows: TimelineRow[]) => asServed(rows).map(({ id }) => id);

  test('by Remaining, if they were in flight at the same time', () => {
    expect(idsIn(row(1, 0, 30, 57), row(2, 1, 10, 59), row(3, 2, 20, 58))).toEqual([2, 3, 1]);
    expect(idsIn(row(1, 0, 10, 57), row(2, 1, 20, 58), row(3, 2, 30, 59))).toEqual([3, 2, 1]);
  });

  test('by time, if one was sent after the other was read', () => {
    expect(idsIn(row(1, 0, 10, 57), row(2, 11, 20, 59))).toEqual([1, 2]);
  });

  test('with a 429 after the requests that were in flight with it', () => {
    expect(idsIn(row(1, 0, 10, 0, 429), row(2, 1, 20, 1), row(3, 2, 30, 0))).toEqual([2, 3, 1]);
    expect(idsIn(row(1, 0, 10, 0, 429), row(2, 70_000, 70_010, 59))).toEqual([1, 2]);
  });
});
