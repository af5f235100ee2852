import { beforeAll, describe, expect, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { converse } from './conversation.ts';

let reference: readonly string[] = [];

beforeAll(async () => {
  reference = (await converse()).answers;
});

test('The same conversation brings the same answers', async () => {
  expect((await converse()).answers).toEqual(reference);
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
describe('A variant starts, answers, stops and is unlike the reference', () => {
  test.each(variants.map(({ id, change }) => [id, change] as const))('%s', async (id, change) => {
    const { server, answers } = await converse(change);
    expect(server.stats().faults).toBe(0);
    const lost = answers.filter((answer) => !answer.startsWith('['));
    expect(lost).toHaveLength(CUTTING.get(id) ?? 0);
    if (!UNSEEN.has(id)) expect(answers).not.toEqual(reference);
  });
});
