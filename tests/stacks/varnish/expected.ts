import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Varnish with lists of a second', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Varnish with lists of a second, fixed', fails: {}, warns: {}, differences: [] };
