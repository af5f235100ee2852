import { describe, expect, it } from 'vitest';
import { applyChanges, type Change } from '../../reference-server/changes/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { render as html } from '../../src/report/html/page.tsx';
import { render as junit } from '../../src/report/junit.ts';
import { render as markdown } from '../../src/report/markdown.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { runInMemory } from '../support/in-memory.ts';

async function against(...ids: string[]): Promise<{ report: Report; finding: Finding; text: string }> {
  const changes = defects.filter(({ id }) => ids.includes(id)).map(({ change }) => change);
  if (changes.length !== ids.length) throw new Error(`An unknown defect: ${ids}`);
  const change: Change = (parts, tools) => applyChanges(parts, changes, tools);
  const { report } = await runInMemory({ change }, { plan: 'free' });
  const [finding] = report.findings;
  if (finding === undefined) throw new Error(`No finding for ${ids}`);
  const text = terminalReport(report, { color: false, width: 110, verbose: true }).replaceAll(
    /\n│ {2,}/g,
    ' ',
  );
  return { report, finding, text };
}

describe('a finding that two exchanges prove', () => {
  it('shows the 201 with the description, and the list without it', async () => {
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

  it('shows the body that returned 400, and the list that contains it', async () => {
    const { report, finding, text } = await against('stored-before-check');
    expect(finding.requirement).toBe('invalid.nothing-stored');
    expect(text).toMatch(
      /│ Response +400 Bad Request .*\n│ Compared with +curl .*\n│ Its response +200 OK · with \{"id":\d+,"name":"[a-z]+"\}/,
    );
    expect(finding.instances).toContain('description is true');
    expect(finding.alsoCorrect?.map(({ place }) => place)).toContain('name is null');
    const ghosts = report.leftovers.filter(({ how }) => how === 'returned 400, but was stored');
    expect(ghosts).toHaveLength(finding.count);
    expect(new Set(report.leftovers.map(({ id }) => id)).size).toBe(report.leftovers.length);
  });

  it('shows the returned string, and the creation that sent it', async () => {
    const { finding } = await against('description-left-over');
    expect(finding.received).toMatch(/^string ".+", sent by an earlier request of this run$/);
    expect(finding.comparedWith?.exchange.request.body).toContain('"description"');
    expect(finding.comparedWith?.exchange.response?.status).toBe(201);
  });
});

describe('a finding about an element of a list', () => {
  it('names the id, field and value of the element, and shows only such elements', async () => {
    const { report, finding, text } = await against('list-description-missing-as-null');
    expect(finding.requirement).toBe('list.category');
    const [place, ...others] = finding.at ?? [];
    expect(place?.pointer).toMatch(/^\/\d+\/description$/);
    expect(place).toMatchObject({ id: expect.stringMatching(/^\d+$/), value: 'null' });
    expect(others.length).toBeLessThan(5);
    const words = `${place?.pointer} is null (id ${place?.id})`;
    expect(text).toContain(`│ In the body    ${words}`);
    for (const render of [html, junit, markdown]) expect(render(report)).toContain(words);
    expect(finding.exchange?.response?.body).toMatch(
      /^\[\{"id":\d+,[^{}]*"description":null\},\{"id":\d+,[^{}]*"description":null\}\] and \d+ more$/,
    );
  });

  it('names the value only if this run stored it', async () => {
    const ours = await against('list-ids-text');
    expect(ours.finding.at).toContainEqual({ pointer: '/0/id', value: 'string "1"' });
    const { finding } = await against('list-legacy-id-text');
    expect(finding.at).toEqual([{ pointer: '/0/id', value: 'string' }]);
    expect(JSON.stringify(finding)).not.toContain('c-17');
  });

  it('names the elements that this run created first', async () => {
    const { report } = await against('list-legacy-id-text', 'list-description-missing-as-null');
    const both = report.findings.find(({ cause }) => cause.includes('description is null'));
    expect(both?.at?.[0]).toMatchObject({ value: 'null' });
    expect(both?.wrong).toEqual({ member: 'description' });
  });

  it('names both elements that share an id', async () => {
    const { finding } = await against('list-joined-twice');
    expect(finding.requirement).toBe('list.ids-unique');
    const ids = finding.at?.map(({ value }) => value) ?? [];
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a finding about a server that does not resume after Retry-After', () => {
  it('shows all 429s, with the time until each Reset', async () => {
    const { finding } = await against('block-outlasts-retry-after');
    expect(finding.requirement).toBe('limit.recovers');
    const { count, tested, received, timeline = [] } = finding;
    expect(count).toBeGreaterThan(1);
    expect(tested).toBe(count);
    expect(received).toMatch(
      /^429 again, [234] times in a row, .*; the last had Retry-After \d+ s and a Reset \d+ s away; Reset moved/,
    );
    expect(received).toContain(`again, ${count} times`);
    const limited = timeline.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(count + 1);
    expect(limited.at(-1)?.resetIn).toBeGreaterThan(Number(limited.at(-1)?.retryAfter));
  });
});

describe('a finding also lists what passed', () => {
  it('such as operations that accepted the key', async () => {
    const { finding, text } = await against('orders-refuse-key');
    expect(finding).toMatchObject({ requirement: 'auth.key-accepted', count: 1 });
    expect(finding.alsoCorrect?.map(({ place }) => place)).toContain('GET /categories returned 200');
    expect(text).toMatch(
      /│ Occurrences +1 of \d+ times: GET \/store\/orders returned 401\n│ Also correct +· GET \/categories/,
    );
  });

  it('such as the kinds of bodies that the server refused, each named once', async () => {
    const { finding } = await against('description-coerced');
    expect(finding.received).toBe('status 201 Created');
    expect([...finding.instances].sort()).toEqual([
      'description is a number other than zero',
      'description is an integer beyond int64',
      'description is false',
      'description is true',
      'description is zero',
    ]);
    expect(finding.alsoCorrect?.map(({ place }) => place).sort()).toEqual([
      'description is an array of exactly one string',
      'description is an array with several elements',
      'description is an empty array',
      'description is an empty object',
      'description is an object with fields',
    ]);
  });
});

describe('leftover data', () => {
  it('says which request created it', async () => {
    const { report } = await against('key-bare');
    expect(report.leftovers).toContainEqual(
      expect.objectContaining({
        cause: 'accepted without a key',
        how: 'POST /categories with the bare key',
      }),
    );
  });
});
