import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Django REST framework with its throttle', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Django REST framework with its throttle, fixed', fails: {}, warns: {}, differences: [] };
