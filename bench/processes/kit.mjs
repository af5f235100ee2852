// One run of the kit against a server in another process. Waits take no time, because both clocks are moved forward.

import { trialSettings } from '../../build/gallery/trial.js';
import { defaultSettings } from '../../build/src/config/settings.js';
import { run } from '../../build/src/engine/run.js';
import { readOptions, startServerInChild, writeResult } from './child.mjs';
import { liveBytes } from './memory.mjs';

const { server: serverOptions, settings, looksAtMemory = false } = readOptions();
const server = await startServerInChild(serverOptions);
let moved = 0;
let sent = 0;
let live = 0;
const clock = {
  now: () => Date.now() + moved,
  monotonic: () => performance.now() + moved,
  async sleep(ms) {
    moved += ms;
    await server.move(ms);
  },
};
const every = Math.ceil((settings.payloads ?? defaultSettings().payloads) / 5);
const listen = ({ type }) => {
  if (type === 'exchange') sent++;
  if (looksAtMemory && type === 'exchange' && sent % every === 0) live = Math.max(live, liveBytes());
};

const start = performance.now();
const cpu = process.cpuUsage();
const report = await run(trialSettings(server.url, settings), { clock, listen });
const seconds = (performance.now() - start) / 1_000;
const { user, system } = process.cpuUsage(cpu);
if (report.verdict.exitStatus !== 0)
  throw new Error(`The reference server does not conform: ${report.verdict.sentence}`);
server.stop();
writeResult({
  seconds,
  processorSeconds: (user + system) / 1_000_000,
  requests: report.requests.total,
  livingBytes: live,
  maxBytes: process.resourceUsage().maxRSS * 1024,
});
