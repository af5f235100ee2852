import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kit } from '../../src/version.ts';
import { page, pages } from './markdown.ts';
import { measuredIn, measuredSentence } from './measured.mjs';
import { root } from './root.ts';

/** This version and the released versions, newest first. */
const releases = [
  ...new Set([
    kit.version,
    ...[...page('CHANGELOG.md').matchAll(/^## ([\d.]+) - /gm)].map(([, version = '']) => version),
  ]),
];

/** Returns how many releases a version is behind. Numbers of an unknown version are always out of date. */
function releasesBehind(version: string, all = releases): number {
  const index = all.indexOf(version);
  return index === -1 ? Number.POSITIVE_INFINITY : index;
}

/** What a page or a section says about itself: the command that writes it, and whether a test repeats the measurement. */
const mark =
  /^<!-- Written by `npm run (\w+)(?: -- [\w-]+)?`\.( A test compares it with what that command writes\.)?/m;

/** The pages and sections that a command writes. */
const generated = pages
  .flatMap(({ path, text }) =>
    text
      .split(/^(?=## )/m)
      .map((part) => ({ path: `${path}, ${part.slice(0, part.indexOf('\n'))}`, text: part })),
  )
  .filter(({ text }) => mark.test(text));

/** Pages and sections whose numbers come from one measurement, which no test repeats. */
const measured = [
  ...generated.filter(({ text }) => mark.exec(text)?.[2] === undefined),
  ...pages.filter(({ path }) => path === 'docs/comparison.md'),
];

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the pages of evidence', () => {
  it.each(measured)('$path was measured on this version or the one before it', ({ text }) => {
    const versions = measuredIn(text)?.versions ?? expect.fail('The page does not say when it was measured.');
    expect(Math.max(...versions.map((version) => releasesBehind(version)))).toBeLessThanOrEqual(1);
  });

  it.each(generated)('$path is written by an existing command', ({ text }) => {
    expect(Object.keys(scripts)).toContain(mark.exec(text)?.[1]);
  });

  it('include every list in docs/data', () => {
    const linked = pages.flatMap(({ text }) => [...text.matchAll(/\(data\/([\w-]+\.csv)\)/g)]);
    expect([...new Set(linked.map(([, file]) => file))].sort()).toEqual(
      readdirSync(join(root, 'docs/data')).sort(),
    );
  });
});

describe('the sentence that dates a measurement', () => {
  const first = { date: '2026-11-22', version: '0.1.0', commit: '0123abcd' };
  const second = { date: '2026-12-01', version: '0.2.0', commit: '4567ef01 with changes' };

  it.each([
    ['one measurement', [first, first], 'Measured on 2026-11-22, version 0.1.0, commit 0123abcd.'],
    [
      'several measurements',
      [second, first],
      'Measured from 2026-11-22 to 2026-12-01, versions 0.2.0, 0.1.0, commits 4567ef01 with changes, 0123abcd.',
    ],
  ])('can be written and parsed for %s', (_title, measurements, sentence) => {
    expect(measuredSentence(measurements)).toBe(sentence);
    expect(measuredIn(`Before.\n\n${sentence} With Node.js.\n`)).toEqual({
      sentence,
      versions: [...new Set(measurements.map(({ version }) => version))],
    });
  });

  it('is missing from a page without a commit', () => {
    expect(measuredIn('Measured on 2026-11-22, version 0.1.0.\n')).toBeUndefined();
  });
});

it('counts how many releases a version is behind', () => {
  const all = ['0.3.0', '0.2.0', '0.1.0'];
  expect(['0.3.0', '0.2.0', '0.1.0', '0.0.9'].map((version) => releasesBehind(version, all))).toEqual([
    0,
    1,
    2,
    Number.POSITIVE_INFINITY,
  ]);
});
