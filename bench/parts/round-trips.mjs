import { measureApart } from '../processes/apart.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, tenths } from '../table.mjs';

const name = 'round-trips';
const title = 'A run as the round trip grows';

/** In milliseconds. A run to a far server waits more than it computes: the two of them share the machine. */
const near = [0, 5, 20];
const far = [100, 300];
const mostRoundTrips = 20;

/** Seconds of a run on the Free plan without the proof of the limit at each distance, and how many round trips they grow by. */
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
  return (await measureApart('kit.mjs', options)).seconds;
}

/** From 20 ms on what a run computes is done while it waits for answers: what its time grows by are round trips alone. */
function roundTripsOf(seconds) {
  return ((seconds.get(300) - seconds.get(20)) * 1_000) / (300 - 20);
}

function goals({ roundTrips }) {
  return [
    {
      what: 'round trips of a run on the Free plan besides the proof of the limit',
      goal: `at most ${mostRoundTrips}`,
      reached: tenths(roundTrips.median),
      met: roundTrips.median < mostRoundTrips + 0.5,
      why:
        'some eighty requests, six under way together at most, are fourteen round trips already; the first goes alone, and the ' +
        'last ten of the quota take five more, so that none is under way when a 429 is read.',
    },
  ];
}

function text({ distances, roundTrips }) {
  const rows = distances.map(({ distance, seconds }) => [
    `${distance} ms`,
    ...spreadCells(seconds, hundredths),
  ]);
  return `Seconds of a run with the standard settings on the Free plan, without the proof of the limit, when a round trip takes so long:

${table(['Round trip', ...spreadHead], rows)}

By how many round trips that grows, from 20 ms to 300 ms:

${table(['', ...spreadHead], [['round trips', ...spreadCells(roundTrips, tenths)]])}`;
}

export const roundTripsPart = { name, title, measure, goals, text };
