import { measureInChild } from '../processes/child.mjs';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table } from '../table.mjs';

const name = 'round-trips';
const title = 'A run over a slow network';

/** Round trip times in milliseconds: to a server in the same region, and to a server on another continent. */
const distances = [20, 100];
const maxToBare = 1.2;
/** Both candidates mostly wait for the network, so their times vary little. */
const times = 3;

/**
 * Measures, for each round trip time, a run on the Free plan that proves the limit, and the same number of bare requests
 * sent one after the other. Both use servers behind the same relay, and take turns.
 */
async function measure() {
  const measured = [];
  for (const distance of distances) {
    const server = { plan: 'free', roundTripMs: distance };
    let requests;
    const candidates = {
      async kit() {
        const run = await measureInChild('kit.mjs', { server, settings: {} });
        requests = run.requests;
        return run.seconds;
      },
      bare: async () =>
        (await measureInChild('bare.mjs', { server, connections: 1, lists: requests })).seconds,
    };
    const { kit, bare } = await measureInTurn(candidates, { times });
    measured.push({
      distance,
      requests,
      kit: spreadOf(kit),
      bare: spreadOf(bare),
      ratio: ratioOf(kit, bare),
    });
  }
  return { distances: measured };
}

function goals({ distances: measured }) {
  return measured.map(({ distance, ratio }) => ({
    what: `time of a run at ${distance} ms round trip, compared with as many bare requests one after the other`,
    goal: `at most ${hundredths(maxToBare)}`,
    reached: hundredths(ratio.median),
    met: ratio.median <= maxToBare,
    why:
      'on the Free plan, the window lasts long enough to send one request at a time, so a run takes as long as its requests. ' +
      'Requests that need a connection of their own take one more round trip to open it.',
  }));
}

function text({ distances: measured }) {
  const rows = measured.flatMap(({ distance, kit, bare, ratio }) => [
    [`${distance} ms: a run`, ...spreadCells(kit, hundredths)],
    [`${distance} ms: bare requests`, ...spreadCells(bare, hundredths)],
    [`${distance} ms: a run, divided by bare requests`, ...spreadCells(ratio, hundredths)],
  ]);
  const counts = measured.map(({ distance, requests }) => `${requests} at ${distance} ms`).join(', ');
  return `Seconds of a standard run on the Free plan, including the proof of the limit, by round trip time to a server in another
process. Waits take no time, because both clocks are moved forward. "Bare requests" are as many lists (${counts}) with undici over one
connection, one after the other:

${table(['What', ...spreadHead], rows)}`;
}

export const roundTripsPart = { name, title, measure, goals, text };
