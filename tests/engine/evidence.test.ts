import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { runInMemory } from '../support/in-memory.ts';

async function against(defect: string): Promise<{ report: Report; finding: Finding; text: string }> {
  const change = defects.find(({ id }) => id === defect)?.change;
  if (change === undefined) throw new Error(`there is no defect ${defect}`);
  const { report } = await runInMemory({ change }, { plan: 'free' });
  const [finding] = report.findings;
  if (finding === undefined) throw new Error(`nothing was found against ${defect}`);
  const text = terminalReport(report, { color: false, width: 110 }).replaceAll(/\n│ {2,}/g, ' ');
  return { report, finding, text };
}

describe('a finding whose proof is two exchanges shows both', () => {
  it('the list that lost a description, and the 201 that had it', async () => {
    const { finding, text } = await against('list-description-lost');
    expect(finding.requirement).toBe('list.complete');
    expect(finding.exchange?.request.method).toBe('GET');
    expect(finding.comparedWith?.exchange.response).toMatchObject({ status: 201 });
    expect(finding.alsoCorrect).toContainEqual({
      place: 'a category without a description is created',
      count: 1,
    });
    expect(text).toMatch(
      /│ Response +200 OK · with \{"id":1,"name":"kit[a-z]+"\}\n│ Compared with +curl .*"description":"made by a test".*\n│ Its response +201 Created .*"description":"made by a test"/,
    );
  });

  it('the body that was refused, and the list that has it all the same', async () => {
    const { report, finding, text } = await against('stored-before-check');
    expect(finding.requirement).toBe('invalid.nothing-stored');
    expect(text).toMatch(
      /│ Response +400 Bad Request .*\n│ Compared with +curl .*\n│ Its response +200 OK · with \{"id":\d+,"name":"kit[a-z]+"\}/,
    );
    expect(finding.instances).toContain('description is true');
    expect(finding.alsoCorrect?.map(({ place }) => place)).toContain('name is null');
    const ghosts = report.leftovers.filter(({ how }) => how === 'returned 400, but was stored');
    expect(ghosts).toHaveLength(finding.count);
    expect(new Set(report.leftovers.map(({ id }) => id)).size).toBe(report.leftovers.length);
  });

  it('the text that came back, and the creation whose text it was', async () => {
    const { finding } = await against('description-left-over');
    expect(finding.received).toBe('string "made by a test", sent by the previous creation');
    expect(finding.comparedWith?.exchange.request.body).toContain('"description":"made by a test"');
    expect(finding.comparedWith?.exchange.response?.status).toBe(201);
  });
});

describe('a service that does not come back after Retry-After', () => {
  it('is shown by all its refusals, with how far away each Reset was', async () => {
    const { finding } = await against('block-outlasts-retry-after');
    expect(finding.requirement).toBe('limit.recovers');
    const { count, tested, received, timeline = [] } = finding;
    expect(count).toBeGreaterThan(2);
    expect(tested).toBe(count);
    expect(received).toMatch(
      /^429 again, [34] times in a row, .*; the last had Retry-After \d+ s and a Reset \d+ s away; Reset moved/,
    );
    expect(received).toContain(`again, ${count} times`);
    const limited = timeline.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(count + 1);
    expect(limited.at(-1)?.resetIn).toBeGreaterThan(Number(limited.at(-1)?.retryAfter));
  });
});

describe('what went right is said beside what went wrong', () => {
  it('the operations that took the key', async () => {
    const { finding, text } = await against('orders-refuse-key');
    expect(finding).toMatchObject({ requirement: 'auth.key-accepted', count: 1 });
    expect(finding.alsoCorrect?.map(({ place }) => place)).toContain('GET /categories returned 200');
    expect(text).toMatch(
      /│ Occurrences +1 of \d+ times: GET \/store\/orders returned 401\n│ Also correct +GET \/categories/,
    );
  });

  it('the kinds of bodies that were refused, each named once', async () => {
    const { finding } = await against('description-coerced');
    expect(finding.received).toBe('status 201 Created (4 of 6 kinds of bodies)');
    expect([...finding.instances].sort()).toEqual([
      'description is a number other than zero',
      'description is false',
      'description is true',
      'description is zero',
    ]);
    expect(finding.alsoCorrect?.map(({ place }) => place).sort()).toEqual([
      'description is an array',
      'description is an object',
    ]);
  });
});

describe('what is left on the target', () => {
  it('says how it got there where the key was not a bearer token', async () => {
    const { report } = await against('key-bare');
    expect(report.leftovers).toContainEqual(
      expect.objectContaining({
        cause: 'accepted without a key',
        how: 'accepted with the key, but not as a bearer token',
      }),
    );
  });
});
