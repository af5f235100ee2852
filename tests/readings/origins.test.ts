import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { createEarlierRuns, createMarkFinder, createWronglyAccepted } from '../../src/readings/origins.ts';
import { cutOff, responded } from '../support/responses.ts';

const runMark = 'kitqzaaaaa';
const other = 'kitqzhprdkaaah';
const { isOne } = createEarlierRuns(runMark);

describe('an element is from an earlier run', () => {
  test.each([
    ['if it has such a name', { id: 1n, name: other }],
    ['if any field contains such a name', { id: 1n, name: null, description: `a ${other.toUpperCase()}!` }],
    ['if it is such a name', other],
  ])('%s', (_, element) => expect(isOne(element)).toBe(true));

  test.each([
    ['of this run', { name: `${runMark}aaah` }],
    ['of this run and another', { name: `${runMark}aaah`, description: other }],
    ['with an ordinary word that begins like the mark', { name: 'kitchenrabbit' }],
    ['with a shorter mark', { name: 'kitkadicqaaah' }],
    ['with a truncated name', { name: other.slice(0, -1) }],
    ['without strings', { id: 1n }],
  ])('but not one %s', (_, element) => expect(isOne(element)).toBe(false));
});

test('elements of earlier runs are counted in the newest list, with their ids', () => {
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

test('after five thousand wrongly accepted bodies, any element counts as a consequence', () => {
  const most = 5_000;
  const { body = new Uint8Array() } = post(Buffer.from('{"name":7}'));
  const having = (...parts: readonly ('id' | 'name')[]) => {
    const accepted = createWronglyAccepted(createMarkFinder(runMark));
    let at = 0;
    return {
      isUnknownAfter(count: number): boolean {
        for (; at < count; at++) {
          const hasId = parts[at % parts.length] === 'id';
          const request = post(body, hasId ? {} : { mark: `name ${at}` });
          accepted.see(responded({ at, status: 201, body: hasId ? `{"id":${at}}` : '{}', request }));
        }
        return accepted.isConsequence({ id: -1n, name: 'parrot' });
      },
    };
  };
  const [ids, names, both] = [having('id'), having('name'), having('id', 'name')];
  expect([ids.isUnknownAfter(most), ids.isUnknownAfter(most + 1)]).toEqual([false, true]);
  expect([names.isUnknownAfter(most), names.isUnknownAfter(most + 1)]).toEqual([false, true]);
  // Ids and names are counted apart.
  expect([both.isUnknownAfter(2 * most), both.isUnknownAfter(2 * most + 1)]).toEqual([false, true]);
});
