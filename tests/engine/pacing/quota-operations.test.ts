import { describe, expect, it } from 'vitest';
import { quotaEstimate, unusable } from '../../support/quota-estimates.ts';
import type { ResponseParts } from '../../support/responses.ts';

type Shown = Required<Pick<ResponseParts, 'at' | 'took' | 'quota'>>;
const shown = (at: number, took: number, quota: Shown['quota']): Shown => ({ at, took, quota });

describe('operations have separate quotas if one shows more than another', () => {
  /** A window of a minute refills one of 60 each second. */
  const first = shown(10, 1, [60, 50, 71]);

  /** Returns whether the quota of the second response is no longer that of all operations. */
  function areApart(earlier: Shown, later: Shown, operation?: 'listCategories'): boolean {
    const { read, send, left } = quotaEstimate();
    read(send('listCategories'), earlier.at, earlier);
    read(send(operation), later.at, later);
    return left('orders') === Number.POSITIVE_INFINITY;
  }

  it.each<readonly [what: string, earlier: Shown, later: Shown, apart: boolean]>([
    ['and a shared window could not have refilled as much', first, shown(11, 1, [60, 54, 71]), true],
    ['unless a shared window could have refilled as much', first, shown(11, 1, [60, 53, 71]), false],
    ['in windows that end in the same second', first, shown(11, 1, [60, 54, 72]), true],
    ['but not in another window', first, shown(11, 1, [60, 54, 73]), false],
    ['but not for another Limit', first, shown(11, 1, [100, 90, 71]), false],
    ['but not if both were in flight', first, shown(10.5, 1.5, [60, 59, 71]), false],
    ['but not without a Reset', first, shown(11, 0.5, [60, 59, unusable]), false],
    [
      'but not if the other had no Reset',
      shown(10, 1, [60, 50, unusable]),
      shown(11, 0, [60, 59, 71]),
      false,
    ],
    ['but not if it shows less', first, shown(11, 1, [60, 46, 71]), false],
  ])('%s', (_what, earlier, later, apart) => {
    expect(areApart(earlier, later)).toBe(apart);
  });

  it('but not than itself', () => {
    expect(areApart(first, shown(11, 1, [60, 59, 71]), 'listCategories')).toBe(false);
  });
});

describe('of operations that share a quota', () => {
  it('the newest response of any counts for all', () => {
    const { get, left } = quotaEstimate();
    get(0, [60, 59, 60], 'orders');
    get(1, [60, 58, 60], 'petById');
    expect([left('orders'), left('petById'), left('listCategories')]).toEqual([58, 58, 58]);
  });

  it('those in flight count for all, each once', () => {
    const { get, left, send } = quotaEstimate();
    send('orders');
    get(0, [60, 59, 60], 'petById');
    send('createCategory');
    expect([left('petById'), left('orders'), left('listCategories')]).toEqual([57, 57, 57]);
  });

  it('those without the key count, too, while they may use it', () => {
    const { get, left, send } = quotaEstimate();
    get(0, [60, 59, 60], 'petById');
    send('petById', false);
    get(0, [60, 58, 60], 'petById');
    send('petById', false);
    expect(left('petById')).toBe(56);
  });

  it('those without the key no longer count once they are known not to use it', () => {
    const { get, left, read, send, estimate } = quotaEstimate();
    get(0, [60, 59, 60], 'petById');
    for (let count = 0; count < 3; count++) read(send('petById', false), 0, { status: 401 });
    send('petById', false);
    get(0, [60, 58, 60], 'petById');
    expect(estimate.onlyWithKey()).toBe(true);
    expect(left('petById')).toBe(58);
  });
});

describe('of operations with separate quotas', () => {
  function separate() {
    const { get, ...others } = quotaEstimate();
    get(0, [60, 20, 60], 'listCategories');
    get(0, [60, 59, 60], 'petById');
    return { get, ...others };
  }

  it('each has its own', () => {
    const { left } = separate();
    expect([left('listCategories'), left('petById')]).toEqual([20, 59]);
  });

  it('those in flight count for their own', () => {
    const { get, left, send } = separate();
    send('listCategories');
    get(0, [60, 58, 60], 'petById');
    expect([left('listCategories'), left('petById')]).toEqual([19, 58]);
  });

  it('a request of the same operation counts until its response is read, even if a later one was faster', () => {
    const { get, left, send } = separate();
    get(0, [60, 58, 60], 'petById');
    send('listCategories');
    get(0, [60, 19, 60], 'listCategories');
    expect(left('listCategories')).toBe(18);
  });
});
