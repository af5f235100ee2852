import { describe, expect, it } from 'vitest';
import { codeWords, page } from '../docs/markdown.ts';
import { type Expectations, toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { compare } from './field-page.ts';
import { nodeStacks } from './node-stacks.ts';
import { otherStacks, versionsOf } from './other-stacks.ts';

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

function foundIn(expected: Expectations): string {
  const [fails, warns] = [toBeSeen(expected, 'fails').length, toBeSeen(expected, 'warns').length];
  return `exit ${fails > 0 ? 1 : 0}, ${fails} fail, ${warns} warn`;
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

  it('has counted no request while limited, where one was sent at a time', () => {
    const together = otherStacks
      .filter(({ concurrency }) => concurrency !== undefined)
      .flatMap((stack) => versionsOf(stack).map(({ expected }) => expected.title));
    const rows = rowsBelow('What was sent');
    const counts = rows.filter(([title = '']) => !together.includes(title)).map((cells) => cells.at(-1));
    expect(rows).toHaveLength(nodeStacks.length + 1 + otherStacks.flatMap(versionsOf).length);
    expect(counts).toEqual(counts.map(() => '0'));
  });

  it('shows what was found in each stack before and after its patch', () => {
    const shown = rowsBelow('Fixed by the report alone').map(([title, , before, after]) => [
      title,
      before,
      after,
    ]);
    expect(shown).toEqual(
      otherStacks.flatMap(({ expected, fixed }) =>
        fixed === undefined ? [] : [[expected.title, foundIn(expected), foundIn(fixed)]],
      ),
    );
  });

  it('tells of each finding that was mended', () => {
    const found = nodeStacks.find(({ expected }) => expected.title.startsWith('Fastify'))?.expected;
    const fixed = rowsBelow('Mended by the report alone').flatMap(([finding = '']) => codeWords(finding));
    expect(fixed).toEqual(diary.map(({ requirement }) => requirement));
    expect([...fixed].sort()).toEqual(
      [...Object.keys(found?.fails ?? {}), ...Object.keys(found?.warns ?? {})].sort(),
    );
  });
});
