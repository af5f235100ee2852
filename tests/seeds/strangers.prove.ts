import { expectRows } from '../gallery/expect-rows.ts';
import type { Row } from '../gallery/row.ts';
import { strangerRows } from '../gallery/rows/strangers.ts';
import { seedsForDefects } from './runs.ts';

/** The runs take real time. On a busy machine, the last seeds are skipped. */
const withinSeconds = 1_800;

/** Runs the kit with another seed. Skips runs that would begin too long after the start of the process. */
function withSeed(row: Row, seed: number): Row {
  return {
    ...row,
    id: `${row.id} with seed ${seed}`,
    settings: { ...row.settings, seed },
    start: async (clock) =>
      performance.now() > withinSeconds * 1_000
        ? { skipped: `not within ${withinSeconds} s` }
        : row.start(clock),
  };
}

const rows = seedsForDefects.flatMap((seed) => strangerRows.map((row) => withSeed(row, seed)));

expectRows({ quick: rows, extended: [] }, { concurrent: true, retry: 2 });
