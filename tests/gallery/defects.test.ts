import { describe, expect, it } from 'vitest';
import { runEntry } from '../../src/gallery/run-gallery.ts';
import type { RunEvent } from '../../src/model/events.ts';
import { leaksIn } from './leaks.ts';
import { entriesOf, statedOutcome } from './stated.ts';

describe.concurrent('each broken server is found, and blamed on the rows it names alone', () => {
  it.each(entriesOf('defect'))('%s', async (_id, entry) => {
    const events: RunEvent[] = [];
    expect(await runEntry(entry, { listen: (event) => events.push(event) })).toEqual(statedOutcome(entry));
    expect(await leaksIn(events)).toEqual([]);
  });
});
