import { extname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from './prepare.ts';
import { metaOf, strangers } from './table.ts';

describe('the independently written servers', () => {
  it('are all written in a supported language, and state their expected results', () => {
    expect(strangers.length).toBeGreaterThanOrEqual(2);
    expect(strangers.filter(({ file }) => languages[extname(file)] === undefined)).toEqual([]);
    for (const { file, legal, mustFail = [], mustFailOneOf = [] } of strangers)
      expect(mustFail.length + mustFailOneOf.length === 0, file).toBe(legal);
  });
});

it('a file counts as a server only if its first line is a META comment', () => {
  expect(metaOf('# META {"legal":true,"what":"x"}\nimport os')).toEqual({ legal: true, what: 'x' });
  expect(metaOf('import os\n# META {"legal":true,"what":"x"}')).toBeUndefined();
});
