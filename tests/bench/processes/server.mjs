// A reference server in a new process. `startServerInChild` starts it, and it ends when its channel closes.

import { startReferenceServer } from '../../../build/reference-server/index.js';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { startRelay } from './relay.mjs';

const { limit, plan, roundTripMs, minuteMs = 60_000 } = JSON.parse(process.argv[2]);
let moved = 0;
const server = await startReferenceServer({
  keys: [{ key: trialKey, plan }],
  ...(limit === undefined ? {} : { plans: { [plan]: { minute: limit, day: 100 * limit } } }),
  clock: { now: () => Date.now() + moved },
  minuteMs,
});
const relay = roundTripMs === 0 ? undefined : await startRelay(new URL(server.url), roundTripMs);

process.on('message', ({ move }) => {
  moved += move;
  process.send({ moved });
});
process.on('disconnect', () => process.exit());
process.send({ url: relay?.url ?? server.url });
