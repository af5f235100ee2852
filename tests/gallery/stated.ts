import { type Entry, entries } from '../../gallery/entry.ts';
import type { Outcome } from '../../gallery/outcome.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { divideDefects, divideVariants, type Tier } from '../support/tiers.ts';
import { showsInMemory } from './in-memory.ts';

/** Returns the outcome that an entry states, as a run without complaints would. */
export function statedOutcome(entry: Entry): Outcome {
  const stated = entry.kind === 'defect' ? entry.server.requirements : entry.server.warnings;
  const found = catalog.map(({ id }) => id).filter((id) => stated.includes(id));
  return { entry, found, whileLimited: 0, complaints: [] };
}

const defects = entries.flatMap((entry) => (entry.kind === 'defect' ? [entry.server] : []));
const variants = entries.flatMap((entry) => (entry.kind === 'variant' ? [entry.server] : []));

/** The gallery's defects and variants, divided into tiers. */
export const divided = {
  defect: divideDefects(defects, showsInMemory),
  variant: divideVariants(variants),
};

/** Returns the entries of one kind in one tier, as rows for test tables. */
export function entriesOf(kind: Entry['kind'], tier: Tier): (readonly [string, Entry])[] {
  const servers: readonly Entry['server'][] = divided[kind][tier];
  return entries
    .filter(({ server }) => servers.includes(server))
    .map((entry) => [entry.server.id, entry] as const);
}
