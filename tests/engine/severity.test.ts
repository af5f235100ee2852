import { expect, test } from 'vitest';
import { severityOf } from '../../src/engine/verdict-of.ts';

test.each([
  ['required', 'fail'],
  ['advisory', 'warn'],
  ['observed', 'observed'],
  ['excluded', 'excluded'],
] as const)('what is %s and broken is "%s"', (level, verdict) => {
  expect(severityOf(level)).toBe(verdict);
});
