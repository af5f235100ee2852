import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks, type Necessity, necessityOf } from './necessity.ts';
import { necessityPage, noticedIn } from './necessity-document.ts';
import { memberName, secondWitnesses } from './second-witnesses.ts';

const place = new URL('../../docs/gallery-necessity.md', import.meta.url);

/** `npm run gallery:necessity`: breaks every check, rule and probe in turn; takes minutes. */
it('writes docs/gallery-necessity.md', async () => {
  const before = noticedIn(existsSync(place) ? readFileSync(place, 'utf8') : '');
  const results: Necessity[] = [];
  for (const [suite, member] of checks) {
    const result = await necessityOf(suite, member, before.get(memberName(member)));
    results.push(result);
    const said = result.kind === 'noticed' ? `noticed by ${result.defect} ${result.settings}` : result.kind;
    process.stderr.write(`${results.length}/${checks.length} ${memberName(member)}: ${said}\n`);
  }
  writeFileSync(place, necessityPage(results));
  const unnoticed = checks.filter((_one, index) => results[index]?.kind === 'second witness');
  expect(unnoticed.map(([, member]) => memberName(member))).toEqual(Object.keys(secondWitnesses));
});
