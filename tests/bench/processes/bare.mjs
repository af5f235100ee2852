// Bare undici: it sends the same number of requests as the kit over the same number of connections, reads each response to
// its end and judges nothing.
import { Pool } from 'undici';
import { markPlace, renderDraft } from '../../../build/src/payloads/fault-class.js';
import { generatePayloads, loadClasses } from '../../../build/src/payloads/generate.js';
import { trialKey } from '../../../build/tests/gallery/trial.js';
import { readOptions, startServerInChild, writeResult } from './child.mjs';

const { server: serverOptions, connections, lists = 0, bodies = 0, seed = 1 } = readOptions();
const server = await startServerInChild(serverOptions);
const { fc, classes } = await loadClasses();
const posts = generatePayloads(fc, classes, seed, bodies).map(({ draft }) => renderDraft(draft, markPlace));
if (posts.length < bodies) throw new Error(`Only ${posts.length} bodies can be generated.`);
/** The statuses of a list, of a body that may be accepted, of an invalid body, and of a request beyond the limit. */
const expected = [200, 201, 400, 429];
const headers = ['Accept', 'application/json', 'Authorization', `Bearer ${trialKey}`];
const waiting = [...Array.from({ length: lists }), ...posts].values();
const { origin, pathname } = new URL(`${server.url}/categories`);
const pool = new Pool(origin, { connections, pipelining: 1 });

async function sendInTurn() {
  for (const body of waiting) {
    const response = await pool.request({
      path: pathname,
      ...(body === undefined
        ? { method: 'GET', headers }
        : { method: 'POST', headers: [...headers, 'Content-Type', 'application/json'], body }),
    });
    await response.body.arrayBuffer();
    if (!expected.includes(response.statusCode))
      throw new Error(`A bare request returned ${response.statusCode}.`);
  }
}

const start = performance.now();
const cpu = process.cpuUsage();
await Promise.all(Array.from({ length: connections }, sendInTurn));
const seconds = (performance.now() - start) / 1_000;
const { user, system } = process.cpuUsage(cpu);
await pool.close();
server.stop();
writeResult({ seconds, processorSeconds: (user + system) / 1_000_000, requests: lists + posts.length });
