import { expect, it } from 'vitest';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { keptRequests } from './kept-requests.ts';
import { standardRequests } from './requests.ts';
import { findNothingAlone, listedFinders, requestDocuments } from './requests-document.ts';

const listed = listedFinders();

/** Measuring takes minutes, so this test covers only which requests the page lists, and in which order. */
it('lists every request of a standard run in order in docs/gallery-requests.md', async () => {
  const standard = listed.filter(({ position }) => position !== undefined);
  expect(standard.map(({ request, requirement }) => ({ request, requirement }))).toEqual(
    await standardRequests(),
  );
  await expectWritten(requestDocuments(listed, measuredInPage('docs/gallery-requests.md')));
});

it('explains each request that finds nothing alone', () => {
  const kept = findNothingAlone(listed).map(({ request }) => request);
  expect(kept.sort()).toEqual(Object.keys(keptRequests).sort());
});
