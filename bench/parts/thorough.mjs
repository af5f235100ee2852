import { measureInChild } from '../processes/child.mjs';
import { profileInChild } from '../processes/profile.mjs';
import { measureInTurn, ratioOf, repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, percent, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'thorough';
const title = 'Many bodies';

/** Far more than any run here sends in a minute. */
const server = { plan: 'enterprise', limit: 10_000_000 };

/** The most that `--payloads` accepts. */
const accepted = 2_000;
const sizes = [
  { cases: accepted / 2, connections: [8] },
  { cases: accepted, connections: [1, 8, 32] },
];
const profiled = { cases: accepted, connections: 8 };
const wantedShare = 0.7;
const leastShare = 0.5;
const maxGrowth = 20e6;

/** Measures runs with many bodies and bare requests with the same bodies, each in a new process; memory, and where time is spent. */
async function measure() {
  const rates = [];
  for (const { cases, connections } of sizes)
    for (const count of connections) rates.push(await ratesOf(cases, count));
  const [few, most] = [accepted / 2, accepted];
  return {
    few,
    most,
    compared: most,
    rates,
    memory: { few: await memoryOf(few, rates), many: await memoryOf(most, rates) },
    profile: await profileInChild('kit.mjs', { server, settings: settingsFor(profiled) }),
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
        const run = await measureInChild('kit.mjs', { server, settings });
        held.push(run.maxBytes);
        return rateOf(run);
      },
      bare: async () => rateOf(await measureInChild('bare.mjs', { server, connections, bodies: cases })),
    },
    { times: repetitions, warmUp: false },
  );
  return {
    cases,
    connections,
    times: repetitions,
    kit: spreadOf(kit),
    bare: spreadOf(bare),
    share: ratioOf(kit, bare),
    heldBytes: spreadOf(held).median,
  };
}

function rateOf({ requests, seconds }) {
  return requests / seconds;
}

/** Measures the most bytes in use while bodies are sent; the peak of the process comes from measuring its rate. */
async function memoryOf(cases, rates) {
  const options = { server, settings: settingsFor({ cases, connections: 8 }), looksAtMemory: true };
  const { livingBytes } = await measureInChild('kit.mjs', options, ['--expose-gc']);
  const { heldBytes } = rates.find((one) => one.cases === cases && one.connections === 8);
  return { livingBytes, heldBytes };
}

function goals({ few, most, compared, rates, memory }) {
  const { median } = rates.find((one) => one.cases === compared && one.connections === 8).share;
  const growth = memory.many.livingBytes - memory.few.livingBytes;
  return [
    {
      what: `rate of a run with ${whole(compared)} bodies over 8 connections, compared with bare undici`,
      goal: `at least ${hundredths(wantedShare)} (${hundredths(leastShare)} is acceptable)`,
      reached: hundredths(median),
      met: median >= wantedShare,
      why:
        'each body is generated, classified and recorded, and each response is parsed exactly and judged by every rule, on the ' +
        'thread that sends. The first two thousand exchanges take twice as long as later ones, because the code is still being ' +
        'compiled. The profile below shows where the time is spent.',
    },
    {
      what: `additional memory of a run with ${whole(most)} bodies, compared with ${whole(few)}`,
      goal: `at most ${megabytes(maxGrowth)} MB`,
      reached: `${megabytes(growth)} MB`,
      met: growth <= maxGrowth,
      why: 'all bodies are generated before the first is sent, and each needs some kilobytes with its request.',
    },
  ];
}

function text({ few, most, compared, rates, memory, profile }) {
  const rows = rates.map(({ cases, connections, times, kit, bare, share }) => [
    `${whole(cases)} bodies, ${connections} connection${connections === 1 ? '' : 's'}${times === repetitions ? '' : ` (${times === 1 ? 'once' : `${times} times`})`}`,
    whole(kit.median),
    whole(bare.median),
    ...spreadCells(share, hundredths),
  ]);
  const held = [
    [`${whole(few)} bodies`, megabytes(memory.few.livingBytes), megabytes(memory.few.heldBytes)],
    [`${whole(most)} bodies`, megabytes(memory.many.livingBytes), megabytes(memory.many.heldBytes)],
  ];
  return `\`--profile thorough\` with many invalid bodies, against a reference server in another process, with an Enterprise limit that is
never reached. "Bare undici" sends the same bodies over as many connections to the same server, reads each response to its
end and judges nothing. Each is the first run of its process. Generating the bodies counts for the kit, not for bare undici.
Requests per second, and the kit's share of bare undici, higher is better${most > accepted ? ` (measured before \`--payloads\` was limited to ${whole(accepted)})` : ''}:

${table(['What', 'the kit', 'bare undici', ...spreadHead.map((word) => `share: ${word}`)], rows)}

Memory in megabytes, measured once with 8 connections. "In use" is the maximum while bodies are sent. "Peak" is the maximum of the
whole process, including garbage:

${table(['What', 'in use', 'peak'], held)}

CPU profile of a run with ${whole(compared)} bodies over ${profiled.connections} connections. Time in Node.js counts for the code that called it:

${table(
  ['Where', 'share'],
  profile.map(({ where, share }) => [where, percent(share)]),
)}`;
}

export const thoroughPart = { name, title, measure, goals, text };
