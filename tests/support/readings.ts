import type { Exchange } from '../../src/exchange/exchange.ts';
import { createReadings, type ReadingsContext } from '../../src/readings/readings.ts';

/** Creates the readings of a run whose mark is `kit`, before its first exchange. */
export function freshReadings(given: Partial<ReadingsContext> = {}) {
  return createReadings({
    base: new URL('http://127.0.0.1/v1'),
    holdsKey: () => false,
    proofSkipped: () => undefined,
    postLeftOut: () => undefined,
    listingDelayMs: 2_000,
    runMark: 'kit',
    startedAt: 0,
    ...given,
  });
}

/** Shows the exchanges to a reading, in order, and returns it. */
export function having<Reading extends { see: (exchange: Exchange) => void }>(
  reading: Reading,
  ...exchanges: readonly Exchange[]
): Reading {
  for (const exchange of exchanges) reading.see(exchange);
  return reading;
}
