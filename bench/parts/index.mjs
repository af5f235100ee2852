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
 * Each part has a name, a title, `measure`, which resolves with what JSON can hold, and `goals` and `text`, which make the page
 * of that. In the order of the page.
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
  // It takes minutes, and tests what the other parts measure.
  { ...testsPart, byDefault: false },
];

/** The parts with these names; without a name those that are measured by default. Throws where there is no such part. */
export function partsNamed(names) {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`No part ${unknown.join(', ')}: there are ${parts.map(({ name }) => name).join(', ')}.`);
  return parts.filter(({ name, byDefault }) => (names.length === 0 ? byDefault : names.includes(name)));
}
