import { type Entry, entries } from '../../src/gallery/entry.ts';
import type { Outcome } from '../../src/gallery/outcome.ts';
import { ledger } from '../../src/spec/ledger.ts';

/** The outcome of an entry that is as it says of itself: what a run without a complaint shows, to the letter. */
export function statedOutcome(entry: Entry): Outcome {
  const stated = entry.kind === 'defect' ? entry.server.requirements : entry.server.warnings;
  const found = ledger.map(({ id }) => id).filter((id) => stated.includes(id));
  return { entry, found, whileLimited: 0, complaints: [] };
}

/** The entries of one kind, as the tables of tests take them. */
export function entriesOf(kind: Entry['kind']): (readonly [string, Entry])[] {
  return entries.filter((entry) => entry.kind === kind).map((entry) => [entry.server.id, entry] as const);
}
