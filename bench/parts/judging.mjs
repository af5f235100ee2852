import { createSharedClock } from '../../build/gallery/shared-clock.js';
import { trialKey, trialSettings } from '../../build/gallery/trial.js';
import { startReferenceServer } from '../../build/reference-server/index.js';
import { judgeRecorded } from '../../build/src/engine/judge-recorded.js';
import { loadClasses } from '../../build/src/payloads/draw.js';
import { drawAtRandom, exchangesOf } from '../at-random.mjs';
import { measureInTurn, processorSecondsOf, spreadOf } from '../spread.mjs';
import { spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'judging';
const title = 'Judging alone';

const different = 500;
const count = 4_000;

/** Exchanges a second, from the raw answer to the verdicts: `JSON` read, every rule shown each of them, a report made. */
async function measure() {
  const traffic = await trafficOf(different);
  const { judged } = await measureInTurn({
    async judged() {
      const exchanges = Array.from({ length: count }, (_, index) =>
        copyOf(traffic.exchanges[index % different], index),
      );
      const settings = trialSettings(traffic.baseUrl);
      const seconds = await processorSecondsOf(() => judgeRecorded({ ...traffic, exchanges }, settings));
      return count / seconds;
    },
  });
  return spreadOf(judged);
}

async function trafficOf(requests) {
  const { classes } = await loadClasses();
  const clock = createSharedClock();
  const limits = { minute: 10 * requests, day: 10 * requests };
  const server = await startReferenceServer({
    keys: [{ key: trialKey, plan: 'enterprise' }],
    plans: { enterprise: limits },
    clock,
  });
  try {
    const exchanges = await exchangesOf(server.url, drawAtRandom(classes, requests), clock);
    return { baseUrl: server.url, exchanges, skipped: 0, changedOtherwise: false, credentials: 'shown' };
  } finally {
    await server.close();
  }
}

/** What was read of an exchange is remembered by its identity: each copy is read anew, as each answer of a run is. */
function copyOf(exchange, index) {
  const { request, outcome } = exchange;
  const body = request.body === undefined ? {} : { body: Buffer.from(request.body) };
  return {
    ...exchange,
    id: index + 1,
    request: { ...request, ...body },
    outcome: { ...outcome, response: { ...outcome.response } },
  };
}

const goals = () => [];

function text(measured) {
  return `${whole(count)} exchanges, ${different} different ones with bodies of all classes among them, without a network: the answers are read,
shown to every rule, and a report is made. Exchanges a second of the processor:

${table(['What', ...spreadHead], [['judged', ...spreadCells(measured, whole)]])}`;
}

export const judgingPart = { name, title, measure, goals, text };
