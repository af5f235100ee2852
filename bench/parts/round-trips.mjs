import { measureApart } from '../processes/apart.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, tenths } from '../table.mjs';

const name = 'round-trips';
const title = 'Runs at different distances';

/** Round trips in milliseconds. Runs against far servers mostly wait, so they run concurrently. */
const near = [0, 5, 20];
const far = [100, 300];
const mostRoundTrips = 20;

/** Measures the seconds of a run on the Free plan with `--no-exhaust` at each distance, and the round trips they grow by. */
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

/** From 20 ms on, a run computes while it waits, so its time grows only by round trips. */
function roundTripsOf(seconds) {
  return ((seconds.get(300) - seconds.get(20)) * 1_000) / (300 - 20);
}

function goals({ roundTrips }) {
  return [
    {
      what: 'consecutive round trips of a run on the Free plan with `--no-exhaust`',
      goal: `at most ${mostRoundTrips}`,
      reached: tenths(roundTrips.median),
      met: roundTrips.median < mostRoundTrips + 0.5,
      why:
        'some eighty requests, at most six in flight, already take fourteen round trips. The first goes alone, and the last ten ' +
        'of the quota take five more, so that none is in flight when a 429 arrives.',
    },
  ];
}

function text({ distances, roundTrips }) {
  const rows = distances.map(({ distance, seconds }) => [
    `${distance} ms`,
    ...spreadCells(seconds, hundredths),
  ]);
  return `Seconds of a run on the Free plan with the default settings and \`--no-exhaust\`, by the length of a round trip (lower is better):

${table(['Round trip', ...spreadHead], rows)}

From 20 ms to 300 ms, the time grows by this many round trips:

${table(['', ...spreadHead], [['round trips', ...spreadCells(roundTrips, tenths)]])}`;
}

export const roundTripsPart = { name, title, measure, goals, text };
