import type { createGaps } from '../../src/engine/pacing/gaps.ts';
import type { whyTooSlow } from '../../src/engine/pacing/quota.ts';
import type { decodeBody } from '../../src/http/response.ts';
import { type Mechanism, mechanism } from './mechanism.ts';

/** Mechanisms of pacing, the client and the JSON reader. */
export const mechanismsOfSending: readonly Mechanism[] = [
  mechanism<(...given: never[]) => void>(
    'requests are sent concurrently if one at a time cannot use up the window',
    'src/engine/pacing/quota.ts:mostInFlight',
    ['limiters', 'variants', 'defects'],
    () => () => {},
  ),
  mechanism<typeof whyTooSlow>(
    'a proof that would take longer than the window is given up',
    'src/engine/pacing/quota.ts:whyTooSlow',
    ['limiters', 'variants', 'defects', 'phenomena'],
    () => () => undefined,
  ),
  mechanism<() => undefined>(
    'a run ends before a ninth 429',
    'src/engine/pacing/proof.ts:whyTooMany',
    ['limiters', 'defects', 'phenomena'],
    () => () => undefined,
  ),
  mechanism<() => void>(
    'a pause follows a transient fault',
    'src/engine/pacing/waits.ts:seeFault',
    ['hostile', 'limiters', 'variants'],
    () => () => {},
  ),
  mechanism<typeof createGaps>(
    'gaps follow a stray refusal',
    'src/engine/pacing/gaps.ts:createGaps',
    ['limiters', 'variants', 'phenomena'],
    (original) => () => ({ ...original(), see: () => {} }),
  ),
  mechanism<(failing: unknown, exchange: unknown) => void>(
    'the kit waits for a target that may be away',
    'src/engine/pacing/failures.ts:seeAway',
    ['defects', 'hostile', 'phenomena'],
    () => () => {},
  ),
  mechanism<() => undefined>(
    'bodies that do not fit into two windows are left out',
    'src/engine/pacing/room.ts:whyNoRoom',
    ['variants', 'limiters', 'phenomena'],
    () => () => undefined,
  ),
  mechanism<(...given: never[]) => readonly []>(
    'one burst looks for faults that only concurrent requests show',
    'src/engine/pacing/next.ts:burstOf',
    ['defects', 'variants'],
    () => () => [],
  ),
  mechanism<() => undefined>(
    'requests beyond the limit have connections of their own',
    'src/engine/pacing/proof.ts:connectionBeyond',
    ['defects', 'limiters', 'phenomena'],
    () => () => undefined,
  ),
  mechanism<<Given>(lane: unknown, completed: Given) => Given>(
    'a request that failed is sent again before it counts',
    'src/engine/pacing/failures.ts:markFailure',
    ['variants', 'phenomena', 'defects'],
    () => (_lane, completed) => completed,
  ),
  mechanism<<Given>(socket: Given) => Given>(
    'an unexpected 100 Continue is skipped',
    'src/http/dispatcher.ts:skipContinues',
    ['hostile', 'variants', 'defects'],
    () => (socket) => socket,
  ),
  mechanism<typeof decodeBody>(
    'content codings are decoded',
    'src/http/response.ts:decodeBody',
    ['variants', 'hostile'],
    () => (bytes) => ({ bytes }),
  ),
  mechanism<() => undefined>(
    'an invalid head is distinguished from a short body',
    'src/http/faults.ts:invalidHead',
    ['hostile'],
    () => () => undefined,
  ),
  mechanism<(source: { at: number }) => void>(
    'the nesting and the density of JSON are bounded',
    'src/json/read.ts:enter',
    ['hostile', 'defects'],
    () => (source) => {
      source.at++;
    },
  ),
];
