import { beforeAll, describe, expect, test } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { converse } from '../conversation.ts';

let reference: readonly string[] = [];

beforeAll(async () => {
  reference = (await converse()).responses;
});

test('The same conversation brings the same answers', async () => {
  expect((await converse()).responses).toEqual(reference);
});

test('Every id is used once', () => {
  const ids = [...defects, ...variants].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('Every defect names what it breaks and how it comes about', () => {
  for (const { id, requirements, title, story } of defects) {
    expect(requirements, id).not.toHaveLength(0);
    for (const text of [title, story]) expect(text.length, id).toBeGreaterThan(10);
    expect(story, id).toMatch(/\.$/);
  }
});

/** Changes that a parsed answer does not show, or one request at a time. */
const UNSEEN = new Set(['slow', 'header-blanks', 'one-at-a-time', 'two-at-a-time']);

/** Those that cut the connection, with how many answers never come. */
const CUTTING = new Map([
  ['list-cut-in-passing', 2],
  ['created-cut-in-passing', 2],
]);

// A defect shows itself where the gallery is run; a variant that changes nothing would pass there.
describe('A variant answers unlike the reference', () => {
  const seen = variants.filter(({ id }) => !UNSEEN.has(id) && !CUTTING.has(id));

  test.each(seen.map(({ id, change }) => [id, change] as const))('%s', async (_id, change) => {
    const isUnlike = (response: string, index: number): boolean => response !== reference[index];
    const { server, responses } = await converse(change, isUnlike);
    expect(responses.at(-1)).toMatch(/^\[/);
    expect(responses).not.toEqual(reference.slice(0, responses.length));
    expect(server.stats().faults).toBe(0);
  });

  test.each([...CUTTING])('%s, which leaves %i unanswered', async (id, withoutResponse) => {
    const { server, responses } = await converse(variants.find((variant) => variant.id === id)?.change);
    expect(responses.filter((response) => !response.startsWith('['))).toHaveLength(withoutResponse);
    expect(server.stats().faults).toBe(0);
  });
});
