// META {"legal": false, "what": "a list from the response cache carries the stored rate-limit headers and the fresh ones, two different values each", "mustFail": ["headers.present"], "mayFail": ["headers.limit", "headers.remaining", "headers.reset", "headers.usage", "limit.enforced", "headers.limit-steady"], "mayWarn": ["headers.form"]}
// After litestar-org/litestar#3625 / #3855 (RateLimit headers are added to those in the cached response) and Kong/kong#14353 (gateway behind gateway).
// Rules 1: every response includes the three headers, "showing the current usage". Row headers.present: one value each.
// The cache is right otherwise: one second old at most (reading 6), emptied by every creation, and behind the check of the key.
import http from 'node:http';
import { KEY, bearer, fixedWindow, rateHeaders, route, send401, send429, store } from './petlib.mjs';

const limiter = fixedWindow();
let cached = null; // { body, headers, until, size }

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(limiter.peek()));
  }
  const state = limiter.take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  if (req.method !== 'GET' || req.url !== '/v1/categories') return route(req, res, rateHeaders(state));

  if (cached && cached.until > Date.now() && cached.size === store.list.length) {
    // A hit: the middleware appends its headers to the stored ones instead of replacing them.
    const both = {};
    const fresh = rateHeaders(state);
    for (const name of Object.keys(fresh)) both[name] = [cached.headers[name], fresh[name]];
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': cached.body.length, ...both });
    return res.end(cached.body);
  }
  cached = { body: Buffer.from(JSON.stringify(store.list)), headers: rateHeaders(state), until: Date.now() + 1000, size: store.list.length };
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': cached.body.length, ...cached.headers });
  return res.end(cached.body);
}).listen(Number(process.argv[2]), '127.0.0.1');
