import { extname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import { differences, metaOf, strangers } from './table.ts';
import { languages } from './try-stranger.ts';

describe('the independently written servers', () => {
  it('are each in a supported language, and state their expected results', () => {
    expect(strangers.length).toBeGreaterThanOrEqual(2);
    expect(strangers.filter(({ file }) => languages[extname(file)] === undefined)).toEqual([]);
    for (const { file, legal, mustFail = [], mustFailOneOf = [] } of strangers)
      expect(mustFail.length + mustFailOneOf.length === 0, file).toBe(legal);
  });

  it('name existing requirements', () => {
    const ids = catalog.map(({ id }) => id);
    const named = strangers.flatMap(({ mustFail = [], mustFailOneOf = [], mayFail = [], mayWarn = [] }) => [
      ...mustFail,
      ...mustFailOneOf,
      ...mayFail,
      ...mayWarn,
    ]);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

it('a file is a server only if its first line is a META comment', () => {
  expect(metaOf('# META {"legal":true,"what":"x"}\nimport os')).toEqual({ legal: true, what: 'x' });
  expect(metaOf('import os\n# META {"legal":true,"what":"x"}')).toBeUndefined();
});

describe('a result differs', () => {
  const defect = { legal: false, what: 'x', mustFail: ['a'], mayFail: ['b'], mayWarn: ['w'] };
  const legal = { legal: true, what: 'x' };
  const clean = { fails: [], warns: [], exitStatus: 0 };

  it.each([
    [defect, { fails: ['a'], warns: ['w'], exitStatus: 1 }, []],
    [defect, { fails: ['a', 'b'], warns: [], exitStatus: 1 }, []],
    [defect, { fails: ['b'], warns: [], exitStatus: 1 }, ['a does not fail']],
    [defect, { fails: ['a', 'c'], warns: [], exitStatus: 1 }, ['c fails']],
    [legal, clean, []],
    [legal, { ...clean, warns: ['w'] }, ['w warns']],
    [legal, { ...clean, exitStatus: 3 }, ['exit status 3 instead of 0']],
    [{ ...defect, missed: true as const }, clean, []],
    [
      { ...defect, missed: true as const },
      { ...clean, fails: ['a'], exitStatus: 1 },
      ['a fails', 'exit status 1 instead of 0'],
    ],
    [{ ...legal, status: 3 as const }, { ...clean, exitStatus: 3 }, []],
    [
      { legal: false, what: 'x', mustFailOneOf: ['a', 'b'] },
      { ...clean, exitStatus: 1 },
      ['none of these fails: a, b'],
    ],
  ])('%j: %j', (meta, seen, expected) => {
    expect(differences(meta, seen)).toEqual(expected);
  });
});
