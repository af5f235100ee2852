import { describe, expect, it } from 'vitest';
import { get, plainList, post } from '../../../src/checks/requests.ts';
import { createGaps } from '../../../src/engine/pacing/gaps.ts';
import type { Exchange, HttpRequest } from '../../../src/exchange/exchange.ts';
import { orders } from '../../../src/spec/operations.ts';
import { freshReadings } from '../../support/readings.ts';
import { type ResponseParts, responded } from '../../support/responses.ts';

const creation = post({ name: 'A' });
const pet = get('/pets/1');

const to = (request: HttpRequest, at: number, also: Partial<ResponseParts> = {}): Exchange =>
  responded({ request, at, took: 0.1, status: request.method === 'POST' ? 201 : 200, ...also });
const stray = (request: HttpRequest, at: number) => to(request, at, { status: 429, quota: [60, 50, 60] });
const shed = (request: HttpRequest, at: number) => to(request, at, { status: 503 });

/** Returns the gaps after these exchanges; `prepare` changes the readings first. */
function gapsAfter(
  exchanges: readonly Exchange[],
  prepare = (_readings: ReturnType<typeof freshReadings>) => {},
) {
  const gaps = createGaps();
  const readings = freshReadings();
  prepare(readings);
  for (const exchange of exchanges) {
    readings.see(exchange, { isRepeated: false, isRecovery: false });
    gaps.see(exchange, readings);
  }
  return gaps;
}

/** Returns the gap that each kind of request has until the end of the run, in milliseconds. */
function lasting(gaps: ReturnType<typeof createGaps>) {
  return [creation, pet, plainList(), get(orders)].map(gaps.lastingMs);
}

/** Returns how many milliseconds a request waits after `at`, which is in seconds. */
const waitsAt = (gaps: ReturnType<typeof createGaps>, request: HttpRequest, at: number) =>
  Math.max(0, Math.round(gaps.until(request) - at * 1000));

describe('after a stray 429', () => {
  it('only requests of the same kind have a gap, of at least 250 ms', () => {
    expect(lasting(gapsAfter([to(creation, 0), stray(creation, 0.2)]))).toEqual([250, 0, 0, 0]);
    expect(lasting(gapsAfter([stray(pet, 0)]))).toEqual([0, 250, 0, 0]);
  });

  it('the same operation without the key has no gap', () => {
    const gaps = gapsAfter([stray(creation, 0)]);
    expect(gaps.lastingMs({ ...creation, credential: 'none' })).toBe(0);
    expect(gaps.lastingMs({ ...creation, credential: 'bearer-lowercase' })).toBe(250);
  });

  it('the gap is half the interval between served requests of that kind, at most four seconds', () => {
    expect(lasting(gapsAfter([to(creation, 0), to(creation, 1), stray(creation, 1.1)]))[0]).toBe(550);
    expect(lasting(gapsAfter([to(creation, 0), to(creation, 60), stray(creation, 60.1)]))[0]).toBe(4_000);
    const refused = to(creation, 0.5, { status: 400 });
    expect(lasting(gapsAfter([to(creation, 0), refused, to(creation, 1), stray(creation, 1.1)]))[0]).toBe(
      550,
    );
  });

  it('each further 429 makes the gap longer, at most three times as long, and never above four seconds', () => {
    const strays = (count: number) => Array.from({ length: count }, (_, at) => stray(creation, at * 60));
    expect([1, 2, 3].map((count) => lasting(gapsAfter(strays(count)))[0])).toEqual([250, 750, 2_250]);
    expect(lasting(gapsAfter(strays(20)))[0]).toBe(4_000);
  });

  it('the next request has no gap, because it follows a wait, but all later requests of that kind have one', () => {
    const gaps = gapsAfter([stray(creation, 0)]);
    expect(waitsAt(gaps, creation, 0.1)).toBe(0);
    const later = Array.from({ length: 30 }, (_, at) => to(creation, 5 + at));
    expect(waitsAt(gapsAfter([stray(creation, 0), ...later.slice(0, 1)]), creation, 5.1)).toBe(250);
    expect(waitsAt(gapsAfter([stray(creation, 0), ...later]), creation, 34.1)).toBe(250);
    expect(waitsAt(gapsAfter([stray(creation, 0), ...later]), pet, 34.1)).toBe(0);
  });
});

describe('after a gateway shed requests', () => {
  const two = [shed(pet, 0), shed(creation, 1)];
  const served = (count: number) => Array.from({ length: count }, (_, at) => to(pet, 2 + at));

  it('there is a gap before every request once two have been shed', () => {
    expect(waitsAt(gapsAfter(two.slice(0, 1)), pet, 0.1)).toBe(0);
    for (const request of [creation, pet, plainList(), { ...pet, credential: 'none' } as const])
      expect(waitsAt(gapsAfter(two), request, 1.1)).toBe(250);
  });

  it('the gap ends after twelve served requests', () => {
    expect(waitsAt(gapsAfter([...two, ...served(11)]), creation, 12.1)).toBe(250);
    expect(waitsAt(gapsAfter([...two, ...served(12)]), creation, 13.1)).toBe(0);
    expect(lasting(gapsAfter(two))).toEqual([0, 0, 0, 0]);
  });

  it('a request that is shed despite the gap makes the gap longer until the end of the run', () => {
    const gaps = gapsAfter([...two, shed(pet, 2), ...served(20).slice(1)]);
    expect(lasting(gaps)).toEqual([375, 375, 375, 375]);
    expect(waitsAt(gaps, creation, 21.1)).toBe(375);
  });

  it('requests that were shed at the same moment count once', () => {
    const together = [1, 1.01, 1.02].map((at) => shed(pet, at));
    expect(lasting(gapsAfter([shed(pet, 0), ...together]))).toEqual([0, 0, 0, 0]);
  });

  it('no request has a gap if the server itself refuses such requests', () => {
    const own = (readings: ReturnType<typeof freshReadings>) => readings.failures.prove(shed(creation, 0));
    expect(waitsAt(gapsAfter(two, own), pet, 1.1)).toBe(0);
    expect(waitsAt(gapsAfter([...two, shed(creation, 3)], own), pet, 3.1)).toBe(0);
  });
});
