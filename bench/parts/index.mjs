import { budgetsPart } from './budgets.mjs';
import { judgingPart } from './judging.mjs';
import { payloadsPart } from './payloads.mjs';
import { readerPart } from './reader.mjs';
import { reportsPart } from './reports.mjs';
import { roundTripsPart } from './round-trips.mjs';
import { startPart } from './start.mjs';
import { testsPart } from './tests.mjs';
import { thoroughPart } from './thorough.mjs';
import { wholeRunPart } from './whole-run.mjs';

/**
 * The parts, in the order of the page. Each has a name, a title, `measure`, which resolves with JSON data, and `goals` and
 * `text`, which turn that data into the page.
 */
export const parts = [
  { ...startPart, byDefault: true },
  { ...wholeRunPart, byDefault: true },
  { ...roundTripsPart, byDefault: true },
  { ...budgetsPart, byDefault: true },
  { ...thoroughPart, byDefault: true },
  { ...judgingPart, byDefault: true },
  { ...payloadsPart, byDefault: true },
  { ...readerPart, byDefault: true },
  { ...reportsPart, byDefault: true },
  // Takes minutes.
  { ...testsPart, byDefault: false },
];

/** Returns the named parts, or those measured by default if none is named. Throws on an unknown name. */
export function partsNamed(names) {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown part: ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`,
    );
  return parts.filter(({ name, byDefault }) => (names.length === 0 ? byDefault : names.includes(name)));
}
