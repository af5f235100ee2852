import { measureApart } from '../processes/apart.mjs';
import { profileApart } from '../processes/profile.mjs';
import { measureInTurn, ratioOf, repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, percent, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'thorough';
const title = 'Thorough runs with many bodies';

/** A limit far above what any run here sends in a minute. */
const server = { plan: 'enterprise', limit: 10_000_000 };

/** The maximum of `--payloads`, and half of it. */
const most = 2_000;
const few = most / 2;
const sizes = [
  { cases: few, connections: [8] },
  { cases: most, connections: [1, 8, 32] },
];
const profiled = { cases: most, connections: 8 };
const wantedShare = 0.7;
const leastShare = 0.5;
const mostGrowth = 20e6;

/** Compares runs with bare requests of the same bodies, each in a new process. Measures memory, and where the time goes. */
async function measure() {
  const rates = [];
  for (const { cases, connections } of sizes)
    for (const count of connections) rates.push(await ratesOf(cases, count));
  return {
    rates,
    memory: { few: await memoryOf(few, rates), many: await memoryOf(most, rates) },
    profile: await profileApart('kit.mjs', { server, settings: settingsFor(profiled) }),
  };
}

function settingsFor({ cases, connections }) {
  return {
    profile: 'thorough',
    payloads: cases,
    concurrency: connections,
    maxRequests: 20_000,
    exhaust: false,
  };
}

async function ratesOf(cases, connections) {
  const settings = settingsFor({ cases, connections });
  const held = [];
  const { kit, bare } = await measureInTurn(
    {
      async kit() {
        const run = await measureApart('kit.mjs', { server, settings });
        held.push(run.mostBytes);
        return rateOf(run);
      },
      bare: async () => rateOf(await measureApart('bare.mjs', { server, connections, bodies: cases })),
    },
    { times: repetitions, warmUp: false },
  );
  return {
    cases,
    connections,
    kit: spreadOf(kit),
    bare: spreadOf(bare),
    share: ratioOf(kit, bare),
    heldBytes: spreadOf(held).median,
  };
}

function rateOf({ requests, seconds }) {
  return requests / seconds;
}

/** Measures the peak of live bytes while bodies are sent, and the peak held by a process whose rate was measured. */
async function memoryOf(cases, rates) {
  const options = { server, settings: settingsFor({ cases, connections: 8 }), looksAtMemory: true };
  const { livingBytes } = await measureApart('kit.mjs', options, ['--expose-gc']);
  const { heldBytes } = rates.find((one) => one.cases === cases && one.connections === 8);
  return { livingBytes, heldBytes };
}

function goals({ rates, memory }) {
  const { median } = rates.find((one) => one.cases === most && one.connections === 8).share;
  const growth = memory.many.livingBytes - memory.few.livingBytes;
  return [
    {
      what: `requests per second of a run with ${whole(most)} bodies over 8 connections, as a share of bare undici`,
      goal: `${hundredths(wantedShare)}, at least ${hundredths(leastShare)}`,
      reached: hundredths(median),
      met: median >= wantedShare,
      why:
        'the thread that sends also generates, classifies and records each body, reads each response as exact JSON and applies ' +
        'every rule. The first 2,000 exchanges take twice as long as later ones, because the code is still being compiled. See ' +
        'below for where the time goes.',
    },
    {
      what: `memory of a run with ${whole(most)} bodies, compared with one with ${whole(few)}`,
      goal: `at most ${megabytes(mostGrowth)} MB more`,
      reached: `${megabytes(growth)} MB more`,
      met: growth <= mostGrowth,
      why: 'all bodies are generated before the first is sent, and each waits with its request: kilobytes per body.',
    },
  ];
}

function text({ rates, memory, profile }) {
  const rows = rates.map(({ cases, connections, kit, bare, share }) => [
    `${whole(cases)} bodies, ${connections} connections`,
    whole(kit.median),
    whole(bare.median),
    ...spreadCells(share, hundredths),
  ]);
  const held = [
    [`${whole(few)} bodies`, megabytes(memory.few.livingBytes), megabytes(memory.few.heldBytes)],
    [`${whole(most)} bodies`, megabytes(memory.many.livingBytes), megabytes(memory.many.heldBytes)],
  ];
  return `A run with \`--profile thorough\` and many invalid bodies, compared with bare undici: the same bodies over as many connections,
each response read to its end, nothing judged. The reference server runs in its own process and never limits. Each run is the
first of its process. The time to generate the bodies counts for the kit and not for bare undici. Requests per second, and the
kit's share (higher is better):

${table(['Run', 'the kit', 'bare undici', ...spreadHead.map((word) => `share: ${word}`)], rows)}

Peak memory in MB, measured once over 8 connections (lower is better): live data while the bodies are sent, and everything that
the process held, including garbage:

${table(['Run', 'live', 'held'], held)}

Where the time of a run with ${whole(profiled.cases)} bodies over ${profiled.connections} connections goes, from a CPU profile. Time in Node counts for the code
that called it; waiting is left out:

${table(
  ['Where', 'share'],
  profile.map(({ where, share }) => [where, percent(share)]),
)}`;
}

export const thoroughPart = { name, title, measure, goals, text };
