import { expect, it } from 'vitest';
import { findKey } from '../../src/cli/named-files.ts';

it('a variable that is not set holds no key, although every object inherits its name', () => {
  const sources = { env: {}, readFile: () => new Uint8Array(), keepSecret: () => {} };
  expect(findKey(undefined, sources, 'constructor')).toBeUndefined();
});
