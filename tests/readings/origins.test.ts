import { describe, expect, test } from 'vitest';
import { createEarlierRuns } from '../../src/readings/origins.ts';
import { cutOff, responded } from '../support/responses.ts';

const runMark = 'kitqzaaaaa';
const other = 'kitqzhprdkaaah';
const { isOne } = createEarlierRuns(runMark);

describe('an element is from an earlier run', () => {
  test.each([
    ['if its name is from another run', { id: 1n, name: other }],
    ['if any field contains such a name', { id: 1n, name: null, description: `a ${other.toUpperCase()}!` }],
    ['if it is a string with such a name', other],
  ])('%s', (_, element) => expect(isOne(element)).toBe(true));

  test.each([
    ['of this run', { name: `${runMark}aaah` }],
    ['of this run and another', { name: `${runMark}aaah`, description: other }],
    ['with an ordinary word that begins like the mark', { name: 'kitchenrabbit' }],
    ['with a shorter mark', { name: 'kitkadicqaaah' }],
    ['with a truncated name', { name: other.slice(0, -1) }],
    ['without strings', { id: 1n }],
  ])('but not if it is an element %s', (_, element) => expect(isOne(element)).toBe(false));
});

test('the newest list shows how many elements earlier runs left, with their ids', () => {
  const runs = createEarlierRuns(runMark);
  expect(runs.left()).toEqual({ count: 0, ids: [] });
  const list = (...elements: readonly unknown[]) => responded({ at: 0, body: JSON.stringify(elements) });
  runs.see(list({ id: 1, name: other }));
  runs.see(list({ id: 2, name: other }, { id: '3', name: other }, { id: 4, name: 'parrot' }));
  expect(runs.left()).toEqual({ count: 2, ids: ['2'] });
  runs.see(responded({ at: 1, body: `{"id":5,"name":"${other}"}` }));
  runs.see(responded({ at: 1, body: `[{"id":5,"name":"${other}"}]`, request: { operation: 'orders' } }));
  runs.see(cutOff(2));
  expect(runs.left()).toEqual({ count: 2, ids: ['2'] });
  runs.see(list({ id: 6, name: `${runMark}aaah` }, { id: 7, name: 'kitqzabc' }));
  expect(runs.left()).toEqual({ count: 0, ids: [] });
});
