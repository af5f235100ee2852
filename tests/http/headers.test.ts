import { expect, it } from 'vitest';
import { headerLines } from '../../src/http/round-trip.ts';

it('shares lines with the previous response at the same position only', () => {
  const first = headerLines(['Via', 'here', 'X-A', '1', 'X-B', '1']);
  const second = headerLines(['Via', 'here', 'X-A', '2', 'x-b', '1']);
  expect(second).toEqual([
    ['Via', 'here'],
    ['X-A', '2'],
    ['x-b', '1'],
  ]);
  expect(second.map((line, index) => line === first[index])).toEqual([true, false, false]);
});
