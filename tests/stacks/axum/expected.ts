import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'axum with tower_governor', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'axum with tower_governor, fixed', fails: {}, warns: {}, differences: [] };
