import { env } from 'node:process';
import { quoted } from '../../src/config/messages.ts';
import { matchesOnly } from '../../src/spec/catalog.ts';
import { advice, nearest } from '../../src/text/similar.ts';
import type { Divided } from '../support/tiers.ts';
import type { Row } from './row.ts';

/**
 * Selects the rows whose ids match the patterns of `npm run gallery -- --only`, in which `*` matches anything. Without
 * `--only`, selects all rows. Throws an Error if a pattern matches no row.
 */
export function selectRows<Item extends Row>(
  rows: Divided<Item>,
  only: string | undefined = env['PETSTORE_ONLY'],
): Divided<Item> {
  if (only === undefined) return rows;
  const ids = [...rows.quick, ...rows.extended].map(({ id }) => id);
  for (const pattern of only.split(','))
    if (!ids.some((id) => matchesOnly(id, pattern)))
      throw new Error(`--only: no row matches ${quoted(pattern)}.${advice(nearest(pattern, ids, 3))}`);
  const isSelected = ({ id }: Item) => matchesOnly(id, only);
  return { quick: rows.quick.filter(isSelected), extended: rows.extended.filter(isSelected) };
}
