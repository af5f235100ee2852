import { ledger } from '../spec/ledger.ts';

const texts = new Map(ledger.map(({ id, software }) => [id, software]));

/** Which software is known to break a requirement by itself, where any is; a report of another ledger may name others. */
export function softwareOf(id: string): string | undefined {
  return texts.get(id);
}
