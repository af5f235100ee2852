import type { Change, Variant } from '../changes/change.ts';
import { editList } from '../changes/edits.ts';

const earlier = 'kitqzhprdk';

/** Adds rows to the list that are like those that earlier runs of the kit stored before the server was fixed. */
const fromEarlierRuns: Change = editList((items) => [
  { id: 900_001, name: `${earlier}aaah`, description: 53_162 },
  { id: 900_002, name: 7, description: `a ${earlier.toUpperCase()}AAAI z` },
  { id: 900_003, name: `${earlier}aaaj` },
  ...items,
]);

export const leftoverVariants: readonly Variant[] = [
  {
    id: 'rows-of-earlier-runs',
    title: 'Lists categories of an earlier run of the kit, some of them invalid',
    legal: 'Data from earlier runs of the kit is not judged.',
    warnings: [],
    change: fromEarlierRuns,
  },
];
