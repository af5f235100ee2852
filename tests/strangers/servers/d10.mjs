// META {"legal": false, "what": "of two creations that are in flight together only the first is made, and both clients get its answer", "mustFailOneOf": ["create.fields", "create.id-unique", "list.complete"], "mayFail": ["create.fields", "create.text", "create.id-unique", "list.complete", "list.ids-unique"], "mayWarn": []}
// After HubSpot/offline#142 ("Ajax POST requests to the same url, different params are deduplicated"); productdevbook/misina#23 warns of the same: the key of a request collapser is method and URL, without the body.
// POST /categories: "adds a new category", 201 with that category. Row create.fields: name and description come back as sent; reading 19: "a wrong 2xx that only company brings out, such as one id given twice, is judged as always".
// One creation at a time is right. A write takes 40 ms, as a database does. Collapsed GETs would be harmless; GETs are not delayed.
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY, addCategory, bearer, fixedWindow, others, parseCategory, problem, rateHeaders, readBody, send, send401, send429, store } from './petlib.mjs';

const limiter = fixedWindow();
const inFlight = new Map(); // "POST /v1/categories" -> promise of { status, value }

async function create(req, body) {
  await wait(40);
  const value = parseCategory(req, body);
  if (value.bad) return { status: value.bad, value: problem(value.bad, value.code, value.message) };
  return { status: 201, value: addCategory(value) };
}

http.createServer(async (req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(limiter.peek()));
  }
  const state = limiter.take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  const path = req.url.split('?')[0];
  if (path === '/v1/categories' && req.method === 'GET') return send(res, 200, store.list, rateHeaders(state));
  if (path !== '/v1/categories' || req.method !== 'POST') return others(req, res, path, rateHeaders(state));

  const body = await readBody(req);
  const flight = `${req.method} ${path}`; // the defect: the body is no part of it
  if (!inFlight.has(flight)) inFlight.set(flight, create(req, body).finally(() => inFlight.delete(flight)));
  const answer = await inFlight.get(flight);
  return send(res, answer.status, answer.value, rateHeaders(state)); // the rate-limit headers are each client's own
}).listen(Number(process.argv[2]), '127.0.0.1');
