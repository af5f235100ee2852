import { measureApart } from '../processes/apart.mjs';
import { profileApart } from '../processes/profile.mjs';
import { measureInTurn, ratioOf, repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, percent, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'thorough';
const title = 'As many bodies as --payloads takes';

/** Far above what any run here sends in a minute. */
const server = { plan: 'enterprise', limit: 10_000_000 };

/** What `--payloads` takes at most, and half of it. */
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

/** Runs with so many bodies beside bare requests with the same, each in a fresh process; memory, and where the time goes. */
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

/** Bytes that are alive while the bodies are sent, at most, and the most that such a process held where its rate was measured. */
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
      what: `rate of a run with ${whole(most)} bodies over 8 connections, as a share of bare undici`,
      goal: `${hundredths(wantedShare)}, at least ${hundredths(leastShare)}`,
      reached: hundredths(median),
      met: median >= wantedShare,
      why:
        'each body is drawn, classified before it is sent and recorded by its name, and each answer is read as exact JSON ' +
        'and judged by every rule, on the same thread that sends. The first two thousand exchanges take twice as long as later ' +
        'ones, for what handles them is still being compiled. Where the time goes is shown below.',
    },
    {
      what: `memory of a run with ${whole(most)} bodies beyond one with ${whole(few)}`,
      goal: `at most ${megabytes(mostGrowth)} MB`,
      reached: `${megabytes(growth)} MB`,
      met: growth <= mostGrowth,
      why: 'all bodies are drawn before the first is sent, and each waits with its request: kilobytes for each body.',
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
  return `\`--profile thorough\` with so many bodies to refuse, against a reference server with an Enterprise limit above them, in a
process of its own. Beside it bare undici: the same bodies over as many connections to the same server, each answer read to
its end, nothing judged. Each is the first run of its process; drawing the bodies is counted for the kit and not for bare
undici. Requests a second, and the share that the kit reaches:

${table(['What', 'the kit', 'bare undici', ...spreadHead.map((word) => `share: ${word}`)], rows)}

Megabytes, measured once: what is alive at most while the bodies are sent (8 connections), and the most that the process ever
held, what was not yet collected included:

${table(['What', 'alive', 'held'], held)}

Where the time of a run with ${whole(profiled.cases)} bodies over ${profiled.connections} connections goes, from a profile of its process. What Node does is
counted to what called it, waiting is left out:

${table(
  ['Where', 'share'],
  profile.map(({ where, share }) => [where, percent(share)]),
)}`;
}

export const thoroughPart = { name, title, measure, goals, text };
