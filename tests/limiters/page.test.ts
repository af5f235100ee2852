import { describe, expect, it } from 'vitest';
import { codeWords, page } from '../docs/markdown.ts';
import { packageDesigns } from './designs/package-designs.ts';
import { referenceDesigns } from './designs/reference-designs.ts';

const designs = [...referenceDesigns, ...packageDesigns];
const sections = page('docs/rate-limits.md').split(/^##+ /m);

/** The rows of the table below a heading of any depth, as cells, without its two head lines. */
function rowsBelow(heading: string): string[][] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const cells = line.slice(1, -1).split('|');
    return cells.map((cell) => cell.trim());
  });
}

/** The matrix itself is held by the other tests; the page must not tell of another one. */
describe('docs/rate-limits.md is what `npm run limiters` writes', () => {
  it('has a row for each limiter', () => {
    const rows = rowsBelow('As they should be');
    expect(rows.map(([title, , verdict]) => [title, verdict])).toEqual(
      designs.map(({ title }) => [title, 'passes']),
    );
    expect(rows.map((cells) => cells.at(-1))).toEqual(designs.map(() => '0'));
  });

  it.each(designs)('has the faults of $title, and what is found in them', ({ title, faults }) => {
    const rows = rowsBelow(title);
    expect(rows.map(([fault]) => fault)).toEqual(faults.map((fault) => fault.title));
    expect(rows.map(([, found = '']) => (found.startsWith('passes') ? [] : codeWords(found)))).toEqual(
      faults.map(({ requirements }) => [...requirements].sort()),
    );
    expect(rows.map((cells) => cells.at(-1))).toEqual(faults.map(() => '0'));
  });
});
