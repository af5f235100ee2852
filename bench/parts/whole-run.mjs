import { defaultSettings } from '../../build/src/config/settings.js';
import { measureApart } from '../processes/apart.mjs';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table } from '../table.mjs';

const name = 'run';
const title = 'A whole run';

const roundTripMs = 20;
const connections = defaultSettings().concurrency;
const server = { plan: 'free', roundTripMs };
const mostBesideBare = 1.2;
const mostProcessorSeconds = 1.5;

/** Compares a run on the Free plan that exhausts the limit with as many bare requests over as many connections. */
async function measure() {
  let requests;
  const runs = [];
  const { kit, bare } = await measureInTurn({
    async kit() {
      const run = await measureApart('kit.mjs', { server, settings: { concurrency: connections } });
      requests = run.requests;
      runs.push(run.processorSeconds);
      return run.seconds;
    },
    bare: async () => (await measureApart('bare.mjs', { server, connections, lists: requests })).seconds,
  });
  return {
    requests,
    kit: spreadOf(kit),
    bare: spreadOf(bare),
    ratio: ratioOf(kit, bare),
    processor: spreadOf(runs),
  };
}

function goals({ ratio, processor }) {
  return [
    {
      what: `time of a run at ${roundTripMs} ms round trip, compared with as many bare requests`,
      goal: `at most ${hundredths(mostBesideBare)}`,
      reached: hundredths(ratio.median),
      met: ratio.median <= mostBesideBare,
      why:
        'bare requests run in parallel throughout. A run sends some alone by design: the first list, the last of the quota (so ' +
        'that nothing is in flight when a 429 arrives), the check that service resumes, and the closing requests. The rest is the ' +
        "kit's own work in a process that has just started: more concurrency leaves less waiting to hide it.",
    },
    {
      what: 'CPU seconds of a run',
      goal: `at most ${hundredths(mostProcessorSeconds)}`,
      reached: hundredths(processor.median),
      met: processor.median <= mostProcessorSeconds,
      why: 'it is the first run of its process, and no function has been compiled yet.',
    },
  ];
}

function text({ requests, kit, bare, ratio, processor }) {
  return `A run on the Free plan sends ${requests} requests, including those that exhaust the limit, over ${connections} connections. The server runs in its own
process, ${roundTripMs} ms away. Waits take no time, because both clocks are advanced. Each run is the first of its process, and the
start of the process does not count. The bare requests are as many undici requests over as many connections. Lower is better:

${table(
  ['Seconds', ...spreadHead],
  [
    ['a run', ...spreadCells(kit, hundredths)],
    ['bare requests', ...spreadCells(bare, hundredths)],
    ['ratio', ...spreadCells(ratio, hundredths)],
    ['CPU time of a run, without the server', ...spreadCells(processor, hundredths)],
  ],
)}`;
}

export const wholeRunPart = { name, title, measure, goals, text };
