import { describe, expect, it } from 'vitest';
import { repeat, subjects } from './repeatability.ts';

/** The whole form is `npm run repeatability`: two hundred each. */
const runs = 4;

describe.concurrent('one verdict, whatever the seed and the moment', () => {
  it.each(subjects.map((subject) => [subject.title, subject] as const))('%s', async (_title, subject) => {
    const { verdicts } = await repeat(subject, runs, 20_261_121);
    expect([...verdicts.keys()]).toEqual([expect.stringMatching(/^conforms/)]);
  });
});
