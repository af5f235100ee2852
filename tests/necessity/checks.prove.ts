import { expect, it } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import { checks, type Necessity, necessityOf } from '../gallery/necessity.ts';
import { defectsMissedBefore, necessityDocuments } from '../gallery/necessity-document.ts';
import { checkName, redundantChecks } from '../gallery/redundant-checks.ts';

/** `npm run prove -- necessity checks`: removes each check, rule and probe, one at a time. This takes minutes. */
it('writes reports/gallery-necessity.md', async () => {
  const measured = measuredNow();
  const before = defectsMissedBefore();
  const results: Necessity[] = [];
  for (const [index, [suite, check]] of checks.entries()) {
    const result = await necessityOf(suite, check, before[index] ?? '');
    results.push(result);
    const said = result.kind === 'noticed' ? `noticed by ${result.defect} ${result.settings}` : result.kind;
    process.stderr.write(`${results.length}/${checks.length} ${checkName(check)}: ${said}\n`);
  }
  writeDocuments(necessityDocuments(results, measured));
  const missed = checks.filter((_one, index) => results[index]?.kind === 'redundant');
  expect(missed.map(([, check]) => checkName(check))).toEqual(Object.keys(redundantChecks));
});
