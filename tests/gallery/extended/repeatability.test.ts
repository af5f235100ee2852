// @module-tag extended
import { describe, expect, it } from 'vitest';
import { page, table } from '../../docs/markdown.ts';
import { expectWritten, measuredIn } from '../../docs/written.ts';
import { repeat, subjects, verdictAt } from '../repeatability.ts';
import { listIndexIn, repeatabilityPage } from '../repeatability-document.ts';

/** `npm run repeatability` makes 200 runs each. */
const runs = 4;

describe.concurrent('gives one verdict for every seed and moment', () => {
  it.each(subjects.map((subject) => [subject.title, subject] as const))('%s', async (_title, subject) => {
    const { verdicts } = await repeat(subject, runs, 20_261_121);
    expect([...verdicts.keys()]).toEqual([expect.stringMatching(/^conforms/)]);
  });
});

describe.concurrent('a sliding window refills more slowly than Reset suggests', () => {
  const sliding = subjects.find(({ title }) => title.startsWith('sliding-counter'));

  it.each([
    [826_959_325, '2026-01-05T10:10:24.020Z'],
    [480_021_777, '2026-01-05T11:01:40.684Z'],
  ])('twelve requests in a row still show the usage: seed %i', async (seed, began) => {
    const verdict = await verdictAt(sliding ?? expect.fail(), { seed, start: Date.parse(began) });
    expect(verdict).toBe('conforms');
  });
});

describe('docs/repeatability.md', () => {
  it('is written by `npm run repeatability`', async () => {
    const text = page('docs/repeatability.md');
    const rows = [...listIndexIn(text).values()];
    await expectWritten({ 'repeatability.md': repeatabilityPage(rows, measuredIn('docs/repeatability.md')) });
  });

  it('has 200 runs and one verdict for each server', () => {
    expect(
      table(page('docs/repeatability.md'), 'The same verdict each time').map((cells) => cells.slice(0, 3)),
    ).toEqual(subjects.map(({ title }) => [title, '200', '1']));
  });
});
