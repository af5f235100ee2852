import { describe, it, type TestOptions } from 'vitest';
import type { RunEvent } from '../../src/report/model/events.ts';
import { type Divided, extendedTier } from '../support/tiers.ts';
import { leaksIn } from './leaks.ts';
import type { Row } from './row.ts';
import { runRow } from './run-row.ts';
import { selectRows } from './select-rows.ts';
import { recorderOf } from './shown-by.ts';

/**
 * Tests that the kit reports about each server exactly what its row expects and, for every eighth server, that the kit
 * writes no part of the key. A server that needs something that this machine lacks is skipped, and the reason is shown.
 */
export function expectRows(rows: Divided<Row>, options: TestOptions = {}): void {
  const { quick, extended } = selectRows(rows);
  expectEach(quick, options);
  expectEach(extended, { ...options, ...extendedTier });
}

function expectEach(rows: readonly Row[], options: TestOptions): void {
  if (rows.length === 0) return;
  describe('the kit reports what the row expects', options, () => {
    for (const [index, row] of rows.entries())
      it(`${row.id}: ${row.title}`, async ({ expect, skip }) => {
        const events: RunEvent[] = [];
        const tried = recorderOf(row);
        const { complaints, skipped } = await runRow(row, {
          listen: (event) => events.push(event),
          ...(tried === undefined ? {} : { tried }),
        });
        if (skipped !== undefined) return skip(skipped);
        expect(complaints).toEqual([]);
        // `leaksIn` writes every format, which takes a fifth of the time of a run.
        if (events.length > 0 && index % 8 === 0) expect(await leaksIn(events)).toEqual([]);
      });
  });
}
