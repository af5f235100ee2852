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

/** A run on the Free plan with the proof of the limit, and as many bare requests over as many connections. */
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
      what: `time of a run at ${roundTripMs} ms round trip beside as many bare requests`,
      goal: `at most ${hundredths(mostBesideBare)}`,
      reached: hundredths(ratio.median),
      met: ratio.median <= mostBesideBare,
      why:
        'bare requests go side by side from the first to the last. A run sends some alone, by design: the first list, the last of ' +
        'the quota, so that nothing is under way when a 429 is read, the look at the recovery, and what closes the run. The rest is ' +
        'its own work, in a process that has just started: the more go side by side, the more of it no answer is waited for.',
    },
    {
      what: 'processor seconds of a run',
      goal: `at most ${hundredths(mostProcessorSeconds)}`,
      reached: hundredths(processor.median),
      met: processor.median <= mostProcessorSeconds,
      why: 'it is the first run of its process, in which no function has been compiled yet.',
    },
  ];
}

function text({ requests, kit, bare, ratio, processor }) {
  return `${requests} requests on the Free plan, the proof of the limit among them, over ${connections} connections, to a server ${roundTripMs} ms away in a
process of its own. Waits take no time: the clocks of both are put forward. Each run is the first of its process; starting
that is not counted. Seconds, and how often those of as many bare requests with undici, over as many connections:

${table(
  ['What', ...spreadHead],
  [
    ['a run', ...spreadCells(kit, hundredths)],
    ['bare requests', ...spreadCells(bare, hundredths)],
    ['ratio', ...spreadCells(ratio, hundredths)],
    [
      'seconds of the processor that a run takes, the server not counted',
      ...spreadCells(processor, hundredths),
    ],
  ],
)}`;
}

export const wholeRunPart = { name, title, measure, goals, text };
