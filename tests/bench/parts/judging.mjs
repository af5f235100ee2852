import { startReferenceServer } from '../../../build/reference-server/index.js';
import { loadClasses } from '../../../build/src/payloads/generate.js';
import { judgeExchanges } from '../../../build/tests/gallery/judge-exchanges.js';
import { createSharedClock } from '../../../build/tests/gallery/shared-clock.js';
import { trialKey, trialSettings } from '../../../build/tests/gallery/trial.js';
import { exchangesOf, generateAtRandom } from '../at-random.mjs';
import { measureInTurn, processorSecondsOf, spreadOf } from '../spread.mjs';
import { spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'judging';
const title = 'Judging alone';

const different = 500;
const count = 4_000;

/** Measures how many exchanges the kit judges per second. It parses the raw responses, applies every rule and makes a report. */
async function measure() {
  const traffic = await trafficOf(different);
  const { judged } = await measureInTurn({
    async judged() {
      const exchanges = Array.from({ length: count }, (_, index) =>
        copyOf(traffic.exchanges[index % different], index),
      );
      const settings = trialSettings(traffic.baseUrl);
      const seconds = await processorSecondsOf(() => judgeExchanges(settings, exchanges));
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
    return { baseUrl: server.url, exchanges };
  } finally {
    await server.close();
  }
}

/** Parsed responses are cached by identity, so each copy is parsed again, as in a run. */
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
  return `${whole(count)} exchanges without a network, ${different} of them different, with bodies of all fault classes. The kit parses the responses,
applies every rule and makes a report. Exchanges per second of CPU time, higher is better:

${table(['What', ...spreadHead], [['judged', ...spreadCells(measured, whole)]])}`;
}

export const judgingPart = { name, title, measure, goals, text };
