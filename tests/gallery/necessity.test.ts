import { expect, it } from 'vitest';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { checks, necessityOf } from './necessity.ts';
import { listedName, listedNecessities, necessityDocuments } from './necessity-document.ts';
import { checkName, redundantChecks } from './redundant-checks.ts';

const listed = listedNecessities();

/** Measuring takes minutes, so this test covers only which checks the page lists, and in which order. */
it('lists every check of the suites in order in docs/gallery-necessity.md', async () => {
  expect(listed.map(({ requirement }) => requirement)).toEqual(checks.map(([, check]) => listedName(check)));
  const results = listed.map(({ result }) => result);
  await expectWritten(necessityDocuments(results, measuredInPage('docs/gallery-necessity.md')));
});

it('explains each check that nothing misses', () => {
  const missed = checks.filter((_one, index) => listed[index]?.result.kind === 'redundant');
  expect(missed.map(([, check]) => checkName(check))).toEqual(Object.keys(redundantChecks));
});

it('notices that a check was removed, and puts it back', async () => {
  const [suite, check] = checks.find(([, { requirement }]) => requirement === 'list.page-marks') ?? [];
  if (suite === undefined || check === undefined) throw new Error('list.page-marks has no check.');
  const before = [...suite.checks];
  expect(await necessityOf(suite, check)).toEqual({
    kind: 'noticed',
    defect: 'list-links-onward',
    settings: '',
  });
  expect(suite.checks).toEqual(before);
});
