import { expect, it } from 'vitest';
import { page } from '../docs/markdown.ts';
import { checks, necessityOf } from './necessity.ts';
import { memberName, secondWitnesses } from './second-witnesses.ts';

const text = page('docs/gallery-necessity.md');
const rows = text.split('\n').filter((line) => /^\| `[a-z]+\./.test(line));

/** The page takes minutes to make, so only what it speaks of is held here. */
it('docs/gallery-necessity.md tells of every member of the suites, in order', () => {
  const told = rows.map((line) => line.split(' | ').slice(0, 2).join(' | '));
  expect(told).toEqual(checks.map(([, { requirement, title }]) => `| \`${requirement}\` | ${title}`));
});

it('docs/gallery-necessity.md explains each member that nothing misses', () => {
  const unnoticed = rows.filter((line) => line.includes('a second witness')).length;
  expect(unnoticed).toBe(Object.keys(secondWitnesses).length);
  expect(text).not.toContain('unexplained');
  const names = checks.map(([, member]) => memberName(member));
  expect(Object.keys(secondWitnesses).filter((name) => !names.includes(name))).toEqual([]);
});

it('a check that is taken away is missed, and one that is put back is not', async () => {
  const [suite, member] = checks.find(([, { requirement }]) => requirement === 'list.page-marks') ?? [];
  if (suite === undefined || member === undefined) throw new Error('there is no such member');
  const before = [...suite.checks];
  expect(await necessityOf(suite, member)).toEqual({
    kind: 'noticed',
    defect: 'list-links-onward',
    settings: '',
  });
  expect(suite.checks).toEqual(before);
});
