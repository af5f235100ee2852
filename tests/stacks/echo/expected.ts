import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Echo 4 with tollbooth', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Echo 4 with tollbooth, fixed', fails: {}, warns: {}, differences: [] };
