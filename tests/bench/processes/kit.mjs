// One run of the kit against a server in another process. Waits take no time, because both clocks are moved forward.

import { run } from '../../../build/src/engine/run.js';
import { trialSettings } from '../../../build/tests/gallery/trial.js';
import { readOptions, startServerInChild, writeResult } from './child.mjs';

const { server: serverOptions, settings } = readOptions();
const server = await startServerInChild(serverOptions);
let moved = 0;
const clock = {
  now: () => Date.now() + moved,
  monotonic: () => performance.now() + moved,
  async sleep(ms) {
    moved += ms;
    await server.move(ms);
  },
};

const start = performance.now();
const cpu = process.cpuUsage();
const report = await run(trialSettings(server.url, settings), { clock });
const seconds = (performance.now() - start) / 1_000;
const { user, system } = process.cpuUsage(cpu);
if (report.verdict.exitStatus !== 0)
  throw new Error(`The reference server does not conform: ${report.verdict.sentence}`);
server.stop();
writeResult({
  seconds,
  processorSeconds: (user + system) / 1_000_000,
  requests: report.requests.total,
  maxBytes: process.resourceUsage().maxRSS * 1024,
});
