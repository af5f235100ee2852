import { measureInChild } from '../processes/child.mjs';
import { profileInChild } from '../processes/profile.mjs';
import { measureInTurn, ratioOf, repetitions, spreadOf } from '../spread.mjs';
import { hundredths, percent, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'thorough';
const title = 'Many bodies';

const roundTripMs = 20;
/** The limit is far above what any run here sends in a minute. */
const server = { plan: 'enterprise', limit: 10_000_000, roundTripMs };
/** How many generated bodies a thorough run sends. */
const bodies = 400;
const settings = { profile: 'thorough', maxRequests: 20_000, exhaust: false };
const leastShare = 0.9;

/** Measures thorough runs and bare requests in sequence, each in a new process, and where the runs spend their time. */
async function measure() {
  const { kit, bare } = await measureInTurn(
    {
      kit: async () => rateOf(await measureInChild('kit.mjs', { server, settings })),
      bare: async () => rateOf(await measureInChild('bare.mjs', { server, connections: 1, bodies })),
    },
    { times: repetitions, warmUp: false },
  );
  return {
    kit: spreadOf(kit),
    bare: spreadOf(bare),
    share: ratioOf(kit, bare),
    profile: await profileInChild('kit.mjs', { server, settings }),
  };
}

function rateOf({ requests, seconds }) {
  return requests / seconds;
}

function goals({ share }) {
  return [
    {
      what: `rate of a thorough run at ${roundTripMs} ms, compared with bare requests over one connection`,
      goal: `at least ${hundredths(leastShare)}`,
      reached: hundredths(share.median),
      met: share.median >= leastShare,
      why:
        'each body is generated, classified and recorded, and each response is parsed exactly and judged by every rule, on the ' +
        'thread that sends. The profile below shows where the time is spent.',
    },
  ];
}

function text({ kit, bare, share, profile }) {
  const cells = [whole(kit.median), whole(bare.median), ...spreadCells(share, hundredths)];
  return `\`--profile thorough\` against a reference server in another process with a round trip of ${roundTripMs} ms, with an Enterprise limit that is
never reached. "Bare undici" sends ${whole(bodies)} bodies of the same kinds over one connection, reads each response to its end and judges
nothing. Each is the first run of its process. Generating the bodies counts for the kit, not for bare undici. Requests per
second, and the kit's share of bare undici, higher is better:

${table(['What', 'the kit', 'bare undici', ...spreadHead.map((word) => `share: ${word}`)], [[`${whole(bodies)} bodies`, ...cells]])}

CPU profile of a run. Time in Node.js counts for the code that called it:

${table(
  ['Where', 'share'],
  profile.map(({ where, share: part }) => [where, percent(part)]),
)}`;
}

export const thoroughPart = { name, title, measure, goals, text };
