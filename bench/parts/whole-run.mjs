import { defaultSettings } from '../../build/src/config/settings.js';
import { measureInChild } from '../processes/child.mjs';
import { measureInTurn, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table } from '../table.mjs';

const name = 'run';
const title = 'A whole run';

const roundTripMs = 20;
const connections = defaultSettings().concurrency;
const server = { plan: 'free', roundTripMs };
const maxToBare = 1.2;
const maxProcessorSeconds = 1.5;

/** Measures a run on the Free plan that proves the limit, and as many bare requests over as many connections. */
async function measure() {
  let requests;
  const runs = [];
  const { kit, bare } = await measureInTurn({
    async kit() {
      const run = await measureInChild('kit.mjs', { server, settings: { concurrency: connections } });
      requests = run.requests;
      runs.push(run.processorSeconds);
      return run.seconds;
    },
    bare: async () => (await measureInChild('bare.mjs', { server, connections, lists: requests })).seconds,
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
      goal: `at most ${hundredths(maxToBare)}`,
      reached: hundredths(ratio.median),
      met: ratio.median <= maxToBare,
      why:
        'bare requests are all sent concurrently. A run sends some alone, by design: the first list, the last ones of the quota, so ' +
        'that nothing is in flight when a 429 arrives, the request that checks recovery, and the closing ones. The rest is its own ' +
        'work, in a process that has just started.',
    },
    {
      what: 'CPU seconds of a run',
      goal: `at most ${hundredths(maxProcessorSeconds)}`,
      reached: hundredths(processor.median),
      met: processor.median <= maxProcessorSeconds,
      why: 'it is the first run of its process, and no function has been compiled yet.',
    },
  ];
}

function text({ requests, kit, bare, ratio, processor }) {
  return `${requests} requests on the Free plan, including those that prove the limit, over ${connections} connections, to a server ${roundTripMs} ms away in
another process. Waits take no time, because both clocks are moved forward. Each run is the first of its process, and the
process start is not counted. "Bare requests" are as many requests with undici over as many connections. Seconds:

${table(
  ['What', ...spreadHead],
  [
    ['a run', ...spreadCells(kit, hundredths)],
    ['bare requests', ...spreadCells(bare, hundredths)],
    ['a run, divided by bare requests', ...spreadCells(ratio, hundredths)],
    ['CPU seconds of a run, without the server', ...spreadCells(processor, hundredths)],
  ],
)}`;
}

export const wholeRunPart = { name, title, measure, goals, text };
