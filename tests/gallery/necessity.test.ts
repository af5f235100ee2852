import { expect, it } from 'vitest';
import { expectWritten, measuredIn } from '../docs/written.ts';
import { checks, necessityOf } from './necessity.ts';
import { listedName, listedNecessities, necessityDocuments } from './necessity-document.ts';
import { memberName, secondWitnesses } from './second-witnesses.ts';

const listed = listedNecessities();

/** Measuring takes minutes, so this test covers only which checks the page lists, and in which order. */
it('lists every check of the suites in order in docs/gallery-necessity.md', async () => {
  expect(listed.map(({ requirement }) => requirement)).toEqual(
    checks.map(([, member]) => listedName(member)),
  );
  const results = listed.map(({ result }) => result);
  await expectWritten(necessityDocuments(results, measuredIn('docs/gallery-necessity.md')));
});

it('explains each check that nothing misses', () => {
  const unnoticed = checks.filter((_one, index) => listed[index]?.result.kind === 'second witness');
  expect(unnoticed.map(([, member]) => memberName(member))).toEqual(Object.keys(secondWitnesses));
});

it('notices that a check was removed, and puts it back', async () => {
  const [suite, member] = checks.find(([, { requirement }]) => requirement === 'list.page-marks') ?? [];
  if (suite === undefined || member === undefined) throw new Error('list.page-marks has no check.');
  const before = [...suite.checks];
  expect(await necessityOf(suite, member)).toEqual({
    kind: 'noticed',
    defect: 'list-links-onward',
    settings: '',
  });
  expect(suite.checks).toEqual(before);
});
