import { expect, it } from 'vitest';
import { findKey } from '../../src/cli/named-files.ts';

it('an unset variable gives no key, even if every object inherits its name', () => {
  const sources = { env: {}, readFile: () => new Uint8Array(), keepSecret: () => {} };
  expect(findKey(undefined, sources, 'constructor')).toBeUndefined();
});
