import { describe, expect, it } from 'vitest';
import { runEntry } from '../../src/gallery/run-gallery.ts';
import { entriesOf, statedOutcome } from './stated.ts';

describe.concurrent('each legal server passes, with the warnings that it names', () => {
  it.each(entriesOf('variant'))('%s', async (_id, entry) => {
    expect(await runEntry(entry)).toEqual(statedOutcome(entry));
  });
});
