import { createSharedClock } from '../../build/gallery/shared-clock.js';
import { trialKey, trialSettings } from '../../build/gallery/trial.js';
import { startReferenceServer } from '../../build/reference-server/index.js';
import { judgeRecorded } from '../../build/src/engine/judge-recorded.js';
import { loadClasses } from '../../build/src/payloads/draw.js';
import { exchangesOf, generateAtRandom } from '../at-random.mjs';
import { measureInTurn, processorSecondsOf, spreadOf } from '../spread.mjs';
import { spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'judging';
const title = 'Judging';

const different = 500;
const count = 4_000;

/** Measures exchanges per second from raw response to report: JSON read, every rule applied. */
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
    const exchanges = await exchangesOf(server.url, generateAtRandom(classes, requests), clock);
    return { baseUrl: server.url, exchanges, skipped: 0, changedOtherwise: false, credentials: 'shown' };
  } finally {
    await server.close();
  }
}

/** Copies an exchange: the kit caches what it reads by object identity, and a copy is read again, like a new response. */
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
  return `The kit reads ${whole(count)} responses (copies of ${different} different ones, with bodies of all classes) without a network, applies every
rule and makes a report. Higher is better:

${table(['', ...spreadHead], [['exchanges per CPU second', ...spreadCells(measured, whole)]])}`;
}

export const judgingPart = { name, title, measure, goals, text };
