import { describe, expect, it } from 'vitest';
import { runEntry } from '../../src/gallery/run-gallery.ts';
import type { RunEvent } from '../../src/model/events.ts';
import { leaksIn } from './leaks.ts';
import { entriesOf, statedOutcome } from './stated.ts';

describe.concurrent('each legal server passes, with the warnings that it names', () => {
  it.each(entriesOf('variant'))('%s', async (_id, entry) => {
    const events: RunEvent[] = [];
    expect(await runEntry(entry, { listen: (event) => events.push(event) })).toEqual(statedOutcome(entry));
    expect(await leaksIn(events)).toEqual([]);
  });
});
