import type { Change } from '../../reference-server/changes/change.ts';
import { withDefaults } from '../../reference-server/options.ts';
import type { Parts } from '../../reference-server/parts.ts';
import { holdersOf, referenceParts } from '../../reference-server/reference-parts.ts';
import type { Row } from '../gallery/row.ts';

/** `npm test` runs the quick tier. `npm run test:all` runs the extended tier: the tests with the tag `extended`. */
export type Tier = 'quick' | 'extended';

/** The options of a test in the extended tier. Such a test needs no folder of its own. */
export const extendedTier = { tags: ['extended'] };

/** Test data, divided between the tiers. */
export type Divided<Item> = Readonly<Record<Tier, readonly Item[]>>;

/**
 * Divides a list: items for which `isQuick` returns true are in the quick tier, and all others are in the extended
 * tier.
 */
export function divide<Item>(
  items: readonly Item[],
  isQuick: (item: Item, index: number) => boolean,
): Divided<Item> {
  const quick = items.filter(isQuick);
  return { quick, extended: items.filter((item) => !quick.includes(item)) };
}

/** Puts the first of every `step` items into the quick tier. */
export function divideEvery<Item>(items: readonly Item[], step: number): Divided<Item> {
  return divide(items, (_item, index) => index % step === 0);
}

/** Returns the data of both tiers with the options of their tests; every `step`th item is in the quick tier. */
export function inTiers<Item>(items: readonly Item[], step: number) {
  const { quick, extended } = divideEvery(items, step);
  return [
    { rows: quick, options: {} },
    { rows: extended, options: extendedTier },
  ];
}

/** Puts one defect of each requirement into the quick tier, preferably one that is detectable in memory. */
export function divideDefects<Item extends Pick<Row, 'expect'>>(
  defects: readonly Item[],
  showsInMemory: (defect: Item) => boolean,
): Divided<Item> {
  const covered = new Set<string>();
  const chosen = new Set<Item>();
  const preferred = divide(defects, showsInMemory);
  for (const defect of [...preferred.quick, ...preferred.extended]) {
    const { reports } = defect.expect;
    if (reports.every((id) => covered.has(id))) continue;
    chosen.add(defect);
    for (const id of reports) covered.add(id);
  }
  return divide(defects, (defect) => chosen.has(defect));
}

/** Puts every eighth limiter and every twelfth other variant into the quick tier. */
export function divideVariants<Item extends { readonly change: Change }>(
  variants: readonly Item[],
): Divided<Item> {
  const { quick: limiters, extended: others } = divide(variants, ({ change }) => isLimiter(change));
  const chosen = [...divideEvery(limiters, 8).quick, ...divideEvery(others, 12).quick];
  return divide(variants, (variant) => chosen.includes(variant));
}

const limiterParts: readonly (keyof Parts)[] = ['bucket', 'limiter', 'tooMany', 'rateHeaders'];

const settings = withDefaults({ keys: [] });
const tools = { settings, holders: holdersOf(settings), now: () => 0 };
const reference = referenceParts(settings, tools.holders);

/**
 * Returns whether a changed server counts requests, enforces its limits, or describes them differently from the
 * reference server.
 */
export function isLimiter(change: Change): boolean {
  const changed = change(reference, tools);
  return limiterParts.some((part) => part in changed);
}
