import { measureInChild } from '../processes/child.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, tenths } from '../table.mjs';

const name = 'round-trips';
const title = 'A run over a slow network';

/** In milliseconds. Runs to far servers wait more than they compute, so two of them share the machine. */
const near = [0, 5, 20];
const far = [100, 300];
const maxRoundTrips = 20;

/** Measures a run on the Free plan without proving the limit, for each round trip time, and how many round trips it waits for. */
async function measure() {
  const rounds = [];
  for (let round = 0; round < repetitions; round++) {
    const seconds = new Map();
    for (const distance of near) seconds.set(distance, await secondsAt(distance));
    await Promise.all(far.map(async (distance) => seconds.set(distance, await secondsAt(distance))));
    rounds.push(seconds);
  }
  return {
    distances: [...near, ...far].map((distance) => ({
      distance,
      seconds: spreadOf(rounds.map((seconds) => seconds.get(distance))),
    })),
    roundTrips: spreadOf(rounds.map(roundTripsOf)),
  };
}

async function secondsAt(roundTripMs) {
  const options = { server: { plan: 'free', roundTripMs }, settings: { exhaust: false } };
  return (await measureInChild('kit.mjs', options)).seconds;
}

/** From 20 ms on, a run computes while it waits, so only round trips add to its time. */
function roundTripsOf(seconds) {
  return ((seconds.get(300) - seconds.get(20)) * 1_000) / (300 - 20);
}

function goals({ roundTrips }) {
  return [
    {
      what: 'sequential round trips of a run on the Free plan, without proving the limit',
      goal: `at most ${maxRoundTrips}`,
      reached: tenths(roundTrips.median),
      met: roundTrips.median < maxRoundTrips + 0.5,
      why:
        'about eighty requests, at most six in flight, already need fourteen round trips. The first list and the one at the end are ' +
        'sent alone, and at most four requests are in flight until Remaining is trusted.',
    },
  ];
}

function text({ distances, roundTrips }) {
  const rows = distances.map(({ distance, seconds }) => [
    `${distance} ms`,
    ...spreadCells(seconds, hundredths),
  ]);
  return `Seconds of a standard run on the Free plan, without proving the limit, by round trip time:

${table(['Round trip', ...spreadHead], rows)}

Sequential round trips, computed from the difference between 20 ms and 300 ms:

${table(['', ...spreadHead], [['round trips', ...spreadCells(roundTrips, tenths)]])}`;
}

export const roundTripsPart = { name, title, measure, goals, text };
