import { describe, expect, it } from 'vitest';
import { runEntry } from '../../src/gallery/run-gallery.ts';
import { entriesOf, statedOutcome } from './stated.ts';

describe.concurrent('each broken server is found, and blamed on the rows it names alone', () => {
  it.each(entriesOf('defect'))('%s', async (_id, entry) => {
    expect(await runEntry(entry)).toEqual(statedOutcome(entry));
  });
});
