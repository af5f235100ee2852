import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Jetty 12, embedded', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Jetty 12, embedded, fixed', fails: {}, warns: {}, differences: [] };
