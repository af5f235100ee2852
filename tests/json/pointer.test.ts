import { expect, test } from 'vitest';
import { pointerOf } from '../../src/json/pointer.ts';

test('a pointer escapes as RFC 6901 says', () => {
  expect(pointerOf([])).toBe('');
  expect(pointerOf([''])).toBe('/');
  expect(pointerOf(['a', 0, 'm~n', 'x/y', '~1'])).toBe('/a/0/m~0n/x~1y/~01');
});
