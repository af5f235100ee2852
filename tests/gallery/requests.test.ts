import { expect, it } from 'vitest';
import { markPlace, render } from '../../src/payloads/fault-class.ts';
import { generatePayloads, loadClasses } from '../../src/payloads/generate.ts';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { weakValidators } from '../payloads/weak-validators/index.ts';
import { keptRequests } from './kept-requests.ts';
import { standardRequests } from './requests.ts';
import { findNothingAlone, listedFinders, requestDocuments } from './requests-document.ts';

const listed = listedFinders();

/** The number of invalid bodies in a standard run on the smallest plan. */
const inDefaultRun = 41;

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

it('keeps bodies for weak validators that no other body of a standard run finds', async () => {
  const { fc, classes } = await loadClasses();
  const bodies = generatePayloads(fc, classes, 1, inDefaultRun);
  for (const [request, reason] of Object.entries(keptRequests)) {
    if (!('onlyFinds' in reason)) continue;
    const validator =
      weakValidators.find(({ id }) => id === reason.onlyFinds) ?? expect.fail(reason.onlyFinds);
    const finds = bodies.filter(({ draft }) => validator.accepts(render(draft, markPlace)) !== 'refused');
    expect(finds.map(({ faultClass }) => faultClass.fault)).toEqual([request]);
  }
});
