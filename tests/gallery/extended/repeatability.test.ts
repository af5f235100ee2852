import { describe, expect, it } from 'vitest';
import { page, table } from '../../docs/markdown.ts';
import { repeat, subjects, verdictAt } from '../repeatability.ts';

/** The whole form is `npm run repeatability`: two hundred each. */
const runs = 4;

describe.concurrent('one verdict, whatever the seed and the moment', () => {
  it.each(subjects.map((subject) => [subject.title, subject] as const))('%s', async (_title, subject) => {
    const { verdicts } = await repeat(subject, runs, 20_261_121);
    expect([...verdicts.keys()]).toEqual([expect.stringMatching(/^conforms/)]);
  });
});

describe.concurrent('a window that slides gives its requests back more slowly than Reset lets expect', () => {
  const sliding = subjects.find(({ title }) => title.startsWith('sliding-counter'));

  it.each([
    [826_959_325, '2026-01-05T10:10:24.020Z'],
    [480_021_777, '2026-01-05T11:01:40.684Z'],
  ])('twelve in a row show the usage all the same: seed %i', async (seed, began) => {
    const verdict = await verdictAt(sliding ?? expect.fail(), { seed, start: Date.parse(began) });
    expect(verdict).toBe('conforms');
  });
});
describe('docs/repeatability.md is what `npm run repeatability` writes', () => {
  it('has two hundred runs and one verdict for each server', () => {
    expect(
      table(page('docs/repeatability.md'), 'The same verdict each time').map((cells) => cells.slice(0, 3)),
    ).toEqual(subjects.map(({ title }) => [title, '200', '1']));
  });
});
