import { expect, it } from 'vitest';
import { measuredNow, writeDocuments } from '../docs/written.ts';
import { checks, type Necessity, necessityOf } from './necessity.ts';
import { listedNecessities, necessityDocuments } from './necessity-document.ts';
import { memberName, secondWitnesses } from './second-witnesses.ts';

/** `npm run gallery:necessity`: removes each check, rule and probe in turn. Takes minutes. */
it('writes docs/gallery-necessity.md', async () => {
  const before = listedNecessities();
  const results: Necessity[] = [];
  for (const [index, [suite, member]] of checks.entries()) {
    const listed = before[index]?.result;
    const result = await necessityOf(suite, member, listed?.kind === 'noticed' ? listed.defect : '');
    results.push(result);
    const said = result.kind === 'noticed' ? `noticed by ${result.defect} ${result.settings}` : result.kind;
    process.stderr.write(`${results.length}/${checks.length} ${memberName(member)}: ${said}\n`);
  }
  writeDocuments(necessityDocuments(results, measuredNow()));
  const unnoticed = checks.filter((_one, index) => results[index]?.kind === 'second witness');
  expect(unnoticed.map(([, member]) => memberName(member))).toEqual(Object.keys(secondWitnesses));
});
