import { expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { planAhead } from '../../src/engine/plan.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { dateSeed } from '../support/date-seed.ts';
import { settingsFor } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';

const aDay = 86_400_000;
/** An ordinary day. The tested days after it include the end of a year and the end of a February. */
const firstDay = Date.UTC(2026, 9, 20);
const starts = 400;
const nights = 10;

/** Returns the seed of `--seed date` for a day, counted from the first day. */
function seedOn(day: number): number {
  return dateSeed(firstDay + day * aDay);
}

/** Returns the kinds of invalid bodies that a run would send. */
async function kindsOf(given: Partial<Settings>): Promise<readonly string[]> {
  const settings = settingsFor('http://shop.test/v1', given);
  const { checks } = await planAhead(select(catalogueOf(), settings), settings);
  return checks.flatMap((item) => {
    if (item.kind !== 'probe') return [];
    return (
      item.make({ name: () => 'kitqzabcdeaaaa', random: () => 0, turn: 0 }).generated?.faultClass.id ?? []
    );
  });
}

it(
  'gentle runs on any ten consecutive dates send every kind of invalid body, even across the end of a month',
  extendedTier,
  async () => {
    const all = new Set<string>();
    for (let day = 0; day < nights; day++)
      for (const kind of await kindsOf({ seed: seedOn(day) })) all.add(kind);
    // A gentle run sends no body that makes some servers exit.
    all.delete('ends-early');
    const visited: (readonly string[])[] = [];
    for (let day = 0; day < starts + nights - 1; day++)
      visited.push(await kindsOf({ profile: 'gentle', seed: seedOn(day) }));
    const missed = Array.from({ length: starts }, (_, start) => {
      const seen = new Set(visited.slice(start, start + nights).flat());
      return [...all].filter((kind) => !seen.has(kind)).map((kind) => `${kind} from ${seedOn(start)}`);
    });
    expect(all.size).toBeGreaterThanOrEqual(39);
    expect(
      missed.flat().slice(0, 20),
      `${missed.filter(({ length }) => length > 0).length} of ${starts}`,
    ).toEqual([]);
  },
);
