import { entries, settingsFor } from '../../build/gallery/entry.js';
import { idsWith } from '../../build/gallery/outcome.js';
import { createSharedClock } from '../../build/gallery/shared-clock.js';
import { runTrial, trialKey, trialSettings } from '../../build/gallery/trial.js';
import { startReferenceServer } from '../../build/reference-server/index.js';
import { judgeRecorded } from '../../build/src/engine/judge-recorded.js';
import { loadClasses } from '../../build/src/payloads/draw.js';
import { drawAtRandom, exchangesOf } from '../at-random.mjs';
import { percent, table, whole } from '../table.mjs';

const name = 'budgets';
const title = 'What a small budget finds';

/** Requests in all. */
const budgets = [5, 10, 20, 40, 62];
/** Servers that are up at a time: a run waits for its answers more than it computes. */
const atATime = 4;

const defects = entries.filter(
  ({ kind, server }) => kind === 'defect' && !server.needs?.includes('thorough'),
);

/** How many defects of the gallery are found with each budget: by the kit, and by bodies in no order. Once each: both are drawn from a seed. */
async function measure() {
  const { classes } = await loadClasses();
  const found = [];
  for (const budget of budgets) {
    found.push({
      budget,
      byKit: await countFound((entry) => runOf(entry, budget)),
      atRandom: await countFound((entry) => randomRequestsOf(entry, drawAtRandom(classes, budget))),
    });
  }
  return { found, all: defects.length };
}

/** Of how many defects at least one of the rows that it breaks fails or warns. */
async function countFound(reportOf) {
  const waiting = defects.values();
  let found = 0;
  const work = async () => {
    for (const entry of waiting) {
      const { requirements } = entry.server;
      if (idsWith(await reportOf(entry), 'fail', 'warn').some((id) => requirements.includes(id))) found++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return found;
}

async function runOf(entry, maxRequests) {
  const { change } = entry.server;
  const { report } = await runTrial({ change }, { ...settingsFor(entry), maxRequests });
  return report;
}

/** Sends the requests in their order, and has the same rules judge the answers. */
async function randomRequestsOf(entry, requests) {
  const clock = createSharedClock();
  const keys = [{ key: trialKey, plan: 'free' }];
  const server = await startReferenceServer({ keys, clock, change: entry.server.change });
  try {
    const exchanges = await exchangesOf(server.url, requests, clock);
    const traffic = {
      baseUrl: server.url,
      exchanges,
      skipped: 0,
      changedOtherwise: false,
      credentials: 'shown',
    };
    return judgeRecorded(traffic, trialSettings(server.url, settingsFor(entry)));
  } finally {
    await server.close();
  }
}

const goals = () => [];

function text({ found, all }) {
  const rows = found.map(({ budget, byKit, atRandom }) => [
    budget,
    whole(byKit),
    percent(byKit / all),
    whole(atRandom),
    percent(atRandom / all),
  ]);
  return `Requests are sent in order of worth. With so few requests in all (\`--max-requests\`) a run finds so many of the ${all}
defects of the [gallery](gallery.md): at least one of the rows that a defect breaks fails or warns. Defects that need
\`--profile thorough\` are left out. No budget of these has room for the proof of the limit. At random: one list, then bodies
of the same classes, a plain category every fourth on average, in no order, judged by the same rules. Counted once: what is
sent follows from a seed.

${table(['Requests', 'found by a run', 'share', 'found at random', 'share'], rows)}`;
}

export const budgetsPart = { name, title, measure, goals, text };
