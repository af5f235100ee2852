import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'nginx with limit_req', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'nginx with limit_req, fixed', fails: {}, warns: {}, differences: [] };
