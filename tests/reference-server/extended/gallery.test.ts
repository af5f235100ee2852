// @module-tag extended
import { beforeAll, describe, expect, test } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { converse } from '../conversation.ts';

let reference: readonly string[] = [];

beforeAll(async () => {
  reference = (await converse()).responses;
});

test('The same conversation gets the same responses', async () => {
  expect((await converse()).responses).toEqual(reference);
});

test('Every id is unique', () => {
  const ids = [...defects, ...variants].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('Every defect names the requirements that it violates and how it happens', () => {
  for (const { id, requirements, title, story } of defects) {
    expect(requirements, id).not.toHaveLength(0);
    for (const text of [title, story]) expect(text.length, id).toBeGreaterThan(10);
    expect(story, id).toMatch(/\.$/);
  }
});

/** Changes that a parsed response does not show, or shows only with concurrent requests. */
const INDISTINCT = new Set([
  'slow',
  'header-blanks',
  'one-at-a-time',
  'two-at-a-time',
  'locked-by-writer',
  'busy-once',
  'list-cached-by-worker-for-a-second',
]);

/** Variants that close the connection, with the number of responses that only the reference server sends. */
const DISCONNECTING = new Map([
  ['token-not-ascii-closes-everywhere', 1],
  ['firewall-after-wrong-keys', 97],
  ['list-cut-in-passing', 7],
  ['created-cut-in-passing', 2],
]);

// The gallery run shows each defect, but it would also pass a variant that changes nothing.
describe("A variant's responses differ from the reference server's", () => {
  const seen = variants.filter(({ id }) => !INDISTINCT.has(id) && !DISCONNECTING.has(id));

  test.each(seen.map(({ id, change }) => [id, change] as const))('%s', async (_id, change) => {
    const differs = (response: string, index: number): boolean => response !== reference[index];
    const { server, responses } = await converse(change, differs);
    expect(responses.at(-1)).toMatch(/^\[/);
    expect(responses).not.toEqual(reference.slice(0, responses.length));
    expect(server.stats().faults).toBe(0);
  });

  test.each([...DISCONNECTING])('%s, with %i missing responses', async (id, withoutResponse) => {
    const { server, responses } = await converse(variants.find((variant) => variant.id === id)?.change);
    const isMissing = (response: string, index: number) =>
      !response.startsWith('[') && reference[index]?.startsWith('[');
    expect(responses.filter(isMissing)).toHaveLength(withoutResponse);
    expect(server.stats().faults).toBe(0);
  });
});
