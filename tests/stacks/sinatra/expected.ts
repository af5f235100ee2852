import type { Expectations } from '../expectations.ts';

export const expected: Expectations = { title: 'Sinatra 3 with SQLite and Rack::Attack', fails: {}, warns: {}, differences: [] };

export const fixed: Expectations = { title: 'Sinatra 3 with SQLite and Rack::Attack, fixed', fails: {}, warns: {}, differences: [] };
