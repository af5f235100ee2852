// @module-tag extended
import { setImmediate } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { afterEach, expect, test, vi } from 'vitest';
import { post } from '../../../src/checks/requests.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { createNames } from '../../../src/payloads/names.ts';
import { freshReadings } from '../../support/readings.ts';
import { cutOff, responded } from '../../support/responses.ts';

const many = 50_000;
const runMark = 'kitqzaaaaa';

/** All maps and sets created while these classes replace the real ones. */
const made: WeakRef<{ readonly size: number }>[] = [];

class CountedMap<Key, Value> extends Map<Key, Value> {
  constructor(entries?: Iterable<readonly [Key, Value]> | null) {
    super(entries);
    made.push(new WeakRef(this));
  }
}

class CountedSet<Value> extends Set<Value> {
  constructor(values?: Iterable<Value> | null) {
    super(values);
    made.push(new WeakRef(this));
  }
}

afterEach(() => vi.unstubAllGlobals());

/** Counts the objects and the map and set entries that are alive. */
function kept(): { readonly objects: number; readonly entries: number } {
  const objects = queryObjects(Object, { format: 'count' }) - made.length;
  const entries = made.reduce((sum, one) => sum + (one.deref()?.size ?? 0), 0);
  return { objects, entries };
}

const names = createNames(() => 0);

/** Creates exchanges with a target that never repeats a value. */
function exchange(at: number): Exchange {
  const status = 200 + (at % 400);
  const quota = [10 + (at % 5000), at % 10, 60 * Math.floor(at / 50)] as const;
  const mark = names.next();
  const purpose = `purpose ${at}`;
  const given = { at, quota, headers: [['Retry-After', '1']] } as const;
  switch (at % 8) {
    case 0:
      return { ...responded({ ...given, body: listOf(at) }), purpose };
    case 1:
    case 2: {
      const sent = `{"id":${at},"name":"${mark}"}`;
      const request = post(Buffer.from(sent), { mark });
      const body = `{"id":${2 * at},"name":"${mark}","description":"d ${at}"}`;
      return { ...responded({ ...given, status: 201, body, request }), purpose, sentFor: 'create.id' };
    }
    case 3: {
      const request = post(Buffer.from(`{"name":${at},"description":"${mark}"}`), { mark });
      return { ...responded({ ...given, status: at % 3 === 0 ? 201 : 400, request }), purpose };
    }
    case 4: {
      const request = post(Buffer.from(`{"name":"${mark}"}`), { mark, credential: 'none' });
      const body = `{"code":"code ${at}","message":"m","status":401}`;
      return { ...responded({ ...given, status: 401, body, request }), purpose };
    }
    case 5:
      return { ...responded({ ...given, status: 503 }), purpose, concurrent: at % 3 };
    case 6:
      return { ...cutOff(at), purpose, attempt: at % 3 === 0 ? 1 : 2 };
    default:
      return { ...responded({ ...given, status }), purpose, sentFor: `row.${at % 80}` };
  }
}

/** Returns a list with some ids of creations under foreign names. */
function listOf(at: number): string {
  const rows = [1, 2, 5, 6].map((before) => ({ id: 2 * (at - before), name: `foreign ${at}` }));
  return JSON.stringify(rows);
}

test('memory stays flat between 40,000 and 50,000 exchanges', {
  timeout: 300_000,
}, async () => {
  vi.stubGlobal('Map', CountedMap);
  vi.stubGlobal('Set', CountedSet);
  const readings = freshReadings({ runMark });
  let at = 0;
  const see = async (until: number) => {
    while (at < until) {
      readings.see(exchange(at++));
      // The target of a WeakRef stays alive until the turn ends.
      if (at % 500 === 0) await setImmediate();
    }
    return kept();
  };
  const early = await see(40_000);
  const late = await see(many);
  expect(readings.counts.counted().total).toBe(many);
  // The newest values differ in size. One object for every eighth exchange would add 1,250.
  expect(late.entries - early.entries).toBeLessThan(30);
  expect(late.objects - early.objects).toBeLessThan(1_000);
  expect(early.entries).toBeGreaterThan(5_000);
});
