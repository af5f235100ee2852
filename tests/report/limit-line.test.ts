import { describe, expect, test } from 'vitest';
import { variants } from '../../reference-server/variants/index.ts';
import { render } from '../../src/report/html/page.tsx';
import type { Report, TimelineRow } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import { sampleReport } from './sample-report.ts';

/** Returns the sentence below the limit line, and the number of parts of that line, which has one part for each window. */
function lineOf(report: Report) {
  const page = `${render(report)}`;
  return {
    words: /<figcaption>(Remaining[^<]*)/.exec(page)?.[1],
    windows: page.match(/<polyline/g)?.length,
  };
}

/** Returns the line of responses that were sent one after the other, unless their times say otherwise. */
function lineOfRows(rows: readonly Partial<TimelineRow>[]) {
  const whole = rows.map((row, index): TimelineRow => {
    const atMs = row.atMs ?? index * 100;
    const readMs = atMs + 10;
    const usual = { operation: 'listCategories', withKey: true, status: 200, limit: 60, reset: 1_000_060 };
    return { ...usual, id: index + 1, atMs, readMs, resetIn: 60 - Math.floor(atMs / 1_000), ...row };
  });
  return lineOf({ ...sampleReport, timeline: { rows: whole, leftOut: 0 } });
}

describe('the sentence below the limit line says how far Remaining fell', () => {
  test('if the responses of a burst arrive in a different order', () => {
    const burst = [
      { remaining: 51, atMs: 100, readMs: 140 },
      { remaining: 53, atMs: 101, readMs: 120 },
      { remaining: 52, atMs: 102, readMs: 130 },
    ];
    const { words, windows } = lineOfRows([
      { remaining: 54 },
      ...burst,
      { remaining: 0, atMs: 200 },
      { remaining: 0, status: 429, atMs: 300 },
      { remaining: 59, atMs: 61_000, reset: 1_000_120, resetIn: 59 },
    ]);
    expect(words).toBe(
      'Remaining fell from 54 to 0, a request returned 429, and after 61 s the server responded again.',
    );
    expect(windows).toBe(2);
  });

  test('in the window of the 429, if an earlier window ended before it was used up', () => {
    const next = { reset: 1_000_120, resetIn: 60 };
    const { words, windows } = lineOfRows([
      { remaining: 43, resetIn: 1 },
      { remaining: 42, resetIn: 1 },
      { remaining: 59, ...next, atMs: 1_000 },
      { remaining: 0, ...next, atMs: 1_100 },
      { remaining: 0, ...next, atMs: 1_200, status: 429 },
    ]);
    expect(words).toBe('Remaining fell from 59 to 0, and a request returned 429.');
    expect(windows).toBe(2);
  });

  test('in the window in which it fell lowest, if nothing returned 429', () => {
    const { words } = lineOfRows([
      { remaining: 59, resetIn: 1 },
      { remaining: 40, resetIn: 1 },
      { remaining: 58, atMs: 1_000, reset: 1_000_120, resetIn: 60 },
      { remaining: 9, atMs: 1_100, reset: 1_000_120, resetIn: 60 },
    ]);
    expect(words).toBe('Remaining fell from 58 to 9, and nothing returned 429.');
  });

  // With these variants, the Remaining that responses show rises within a window.
  test.each(['bucket-per-route', 'token-bucket', '400-uncounted'])('for the variant %s', async (id) => {
    const variant = variants.find((one) => one.id === id);
    if (variant === undefined) throw new Error(`The gallery has no variant "${id}".`);
    const { change } = variant;
    const { report } = await runInMemory({ change }, { plan: 'free' }, { clock: createVirtualClock() });
    expect(lineOf(report).words).toContain('Remaining fell from 59 to 0, ');
  });
});
