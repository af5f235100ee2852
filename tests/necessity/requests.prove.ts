import { expect, it, vi } from 'vitest';
import { addOccurrence } from '../../src/engine/tally.ts';
import type { Occurrence } from '../../src/exchange/finding.ts';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import { keptRequests } from '../gallery/kept-requests.ts';
import {
  addUp,
  findersOf,
  type SentRequest,
  standardDefects,
  standardRequests,
} from '../gallery/requests.ts';
import { findNothingAlone, requestDocuments } from '../gallery/requests-document.ts';
import { tryRow } from '../gallery/run-row.ts';

vi.mock('../../src/engine/tally.ts', { spy: true });

/**
 * `npm run prove -- necessity requests`: runs each defect once, and records each response that shows it. This takes minutes.
 */
it('writes reports/gallery-requests.md', async () => {
  const measured = measuredNow();
  const foundBy = new Map<string, readonly SentRequest[]>();
  for (const row of standardDefects) {
    vi.mocked(addOccurrence).mockClear();
    await tryRow(row);
    // The judge calls `addOccurrence` with the whole occurrence, including its requirement.
    const occurrences = vi.mocked(addOccurrence).mock.calls.map(([, one]) => one as Occurrence);
    foundBy.set(row.id, findersOf(row, occurrences));
  }
  const finders = addUp(await standardRequests(), foundBy);
  writeDocuments(requestDocuments(finders, measured));
  const kept = findNothingAlone(finders).map(({ request }) => request);
  expect(kept.sort()).toEqual(Object.keys(keptRequests).sort());
});
