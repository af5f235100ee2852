import { describe, expect, it } from 'vitest';
import { codeWords, page } from '../docs/markdown.ts';
import { toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { compare } from './field-page.ts';
import { nodeStacks } from './node-stacks.ts';
import { otherStacks } from './other-stacks.ts';

const sections = page('docs/field-report.md').split(/^##+ /m);

/** The rows of the table below a heading of any depth, as cells, without its two head lines. */
function rowsBelow(heading: string): string[][] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const cells = line.slice(1, -1).split(' | ');
    return cells.map((cell) => cell.trim());
  });
}

/** What is seen is held by stacks.test.ts and by `npm run stacks`; the page must not tell of anything else. */
describe('docs/field-report.md is what `npm run stacks` writes', () => {
  const stacks = [...nodeStacks, ...otherStacks].map(({ expected }) => expected);

  it.each(stacks)('has what was expected of $title, what was seen, and why', (expected) => {
    const comparisons = compare(expected, toBeSeen(expected, 'fails'), toBeSeen(expected, 'warns'));
    expect(rowsBelow(expected.title)).toEqual(
      comparisons.map(({ requirement, beforehand, seen, why }) => [
        `\`${requirement}\``,
        beforehand,
        beforehand === seen ? seen : `**${seen}**`,
        why,
      ]),
    );
  });

  it('answers what a reader of the tables would ask', () => {
    const notes = stacks.flatMap(({ note }) => note ?? []);
    expect(notes.length).toBeGreaterThan(0);
    for (const note of notes)
      expect(sections.some((section) => section.includes(`\n\n${note}\n\n`))).toBe(true);
  });

  it('has counted no request while limited', () => {
    const counts = rowsBelow('What was sent').map((cells) => cells.at(-1));
    expect(counts).toEqual([...stacks, 'mended'].map(() => '0'));
  });

  it('tells of each finding that was mended', () => {
    const found = nodeStacks.find(({ expected }) => expected.title.startsWith('Fastify'))?.expected;
    const mended = rowsBelow('Mended by the report alone').flatMap(([finding = '']) => codeWords(finding));
    expect(mended).toEqual(diary.map(({ requirement }) => requirement));
    expect([...mended].sort()).toEqual(
      [...Object.keys(found?.fails ?? {}), ...Object.keys(found?.warns ?? {})].sort(),
    );
  });
});
