import { startReferenceServer } from '../../../build/reference-server/index.js';
import { loadClasses } from '../../../build/src/payloads/generate.js';
import { judgeExchanges } from '../../../build/tests/gallery/judge-exchanges.js';
import { idsWith } from '../../../build/tests/gallery/judge-row.js';
import { defectRows } from '../../../build/tests/gallery/reference.js';
import { createSharedClock } from '../../../build/tests/gallery/shared-clock.js';
import { runTrial, trialKey, trialSettings } from '../../../build/tests/gallery/trial.js';
import { exchangesOf, generateAtRandom } from '../at-random.mjs';
import { percent, table, whole } from '../table.mjs';

const name = 'budgets';
const title = 'What a small budget finds';

/** The total number of requests in each budget. */
const budgets = [5, 10, 20, 40, 62];
/** How many servers are tested at a time. A run spends more time waiting than computing. */
const atATime = 4;

const defects = defectRows.filter(({ settings }) => settings.profile !== 'thorough');

/**
 * Counts the defects of the gallery that the kit finds with each budget, and those that random bodies find. Both counts
 * depend only on a seed.
 */
async function measure() {
  const { classes } = await loadClasses();
  const conforming = await randomRequestsOf({}, generateAtRandom(classes, budgets.at(-1)));
  if (idsWith(conforming, 'fail', 'warn').length > 0) throw new Error('The reference server must not fail.');
  const found = [];
  for (const budget of budgets) {
    found.push({
      budget,
      byKit: await countFound((row) => runOf(row, { maxRequests: budget })),
      atRandom: await countFound((row) => randomRequestsOf(row, generateAtRandom(classes, budget))),
    });
  }
  const withoutProof = await countFound((row) => runOf(row, { exhaust: false }));
  return { found, withoutProof, all: defects.length };
}

/** Counts the defects for which at least one violated requirement fails or warns. */
async function countFound(reportOf) {
  const waiting = defects.values();
  let found = 0;
  const work = async () => {
    for (const row of waiting) {
      const { reports } = row.expect;
      if (idsWith(await reportOf(row), 'fail', 'warn').some((id) => reports.includes(id))) found++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return found;
}

async function runOf({ change, settings: own }, settings) {
  const { report } = await runTrial({ change }, { ...own, ...settings });
  return report;
}

/** Sends the requests in order, and applies the rules of the kit to the responses. */
async function randomRequestsOf({ change, settings }, requests) {
  const clock = createSharedClock();
  const keys = [{ key: trialKey, plan: 'free' }];
  const server = await startReferenceServer({ keys, clock, change });
  try {
    const exchanges = await exchangesOf(server.url, requests, clock);
    return judgeExchanges(trialSettings(server.url, settings), exchanges);
  } finally {
    await server.close();
  }
}

const goals = () => [];

function text({ found, withoutProof, all }) {
  const rows = found.map(({ budget, byKit, atRandom }) => [
    budget,
    whole(byKit),
    percent(byKit / all),
    whole(atRandom),
    percent(atRandom / all),
  ]);
  return `A run sends its requests by priority. The table shows how many of the ${all} defects of the gallery it finds with a
small \`--max-requests\`. A defect is found if at least one requirement that it violates fails or warns. Defects that need
\`--profile thorough\` are left out, and no budget is large enough to prove the limit. Without that proof, a run with all its
requests finds ${whole(withoutProof)} (${percent(withoutProof / all)}). Most requests find a defect that no other one
finds, so 40 requests cannot find 90 % in any order.

"At random" sends one list and then bodies of the same fault classes in random order; on average, every fourth body is valid. The
same rules judge the responses. Each number is counted once, because it depends only on the seed.

${table(['Requests', 'found by a run', 'share', 'found at random', 'share'], rows)}`;
}

export const budgetsPart = { name, title, measure, goals, text };
