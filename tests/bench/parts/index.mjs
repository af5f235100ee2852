import { budgetsPart } from './budgets.mjs';
import { judgingPart } from './judging.mjs';
import { listsPart } from './lists.mjs';
import { payloadsPart } from './payloads.mjs';
import { readerPart } from './reader.mjs';
import { reportsPart } from './reports.mjs';
import { roundTripsPart } from './round-trips.mjs';
import { startPart } from './start.mjs';
import { testsPart } from './tests.mjs';
import { thoroughPart } from './thorough.mjs';
import { wholeRunPart } from './whole-run.mjs';

/** The parts in the order of the page. `measure` returns JSON-compatible data, from which `goals` and `text` make the page. */
export const parts = [
  { ...startPart, byDefault: true },
  { ...wholeRunPart, byDefault: true },
  { ...roundTripsPart, byDefault: true },
  { ...budgetsPart, byDefault: true },
  { ...thoroughPart, byDefault: true },
  { ...judgingPart, byDefault: true },
  { ...payloadsPart, byDefault: true },
  { ...readerPart, byDefault: true },
  { ...listsPart, byDefault: true },
  { ...reportsPart, byDefault: true },
  // This part is left out by default because it takes minutes.
  { ...testsPart, byDefault: false },
];

/** Returns the parts with these names, or the default parts. Throws if a part does not exist. */
export function partsNamed(names) {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`No part ${unknown.join(', ')}: there are ${parts.map(({ name }) => name).join(', ')}.`);
  return parts.filter(({ name, byDefault }) => (names.length === 0 ? byDefault : names.includes(name)));
}
