import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Mojolicious 9', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Mojolicious 9, fixed', fails: {}, warns: {}, differences: [] };
