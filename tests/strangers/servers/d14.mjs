// META {"legal": true, "what": "the gateway leases quota four requests at a time: Remaining falls in steps of four, and three requests pass after the first 0", "mustFail": [], "mayFail": [], "mayWarn": []}
// After Kong/kong#6724 and Kong/kong#9538 (sync_rate: counters are kept at the node and settled with the central store in batches).
// Reading 3: Remaining may fall by more than one. Reading 4: "a few requests may pass after 0 (shared counters)"; not enforced needs five or more served after the 0.
// The headers show what the central store still has, not what this node still holds.
import http from 'node:http';
import { KEY, LIMIT, WINDOW, bearer, rateHeaders, route, send401, send429 } from './petlib.mjs';

const LEASE = 4;
const central = { end: 0, left: LIMIT };
let held = 0; // requests that this node may still serve from its lease

function turn(now) {
  if (now >= central.end) { central.end = now + WINDOW; central.left = LIMIT; held = 0; }
}
function show(ok, now) {
  return { ok, limit: LIMIT, remaining: central.left, reset: Math.ceil(central.end / 1000), retry: Math.max(1, Math.ceil((central.end - now) / 1000)) };
}
function take() {
  const now = Date.now();
  turn(now);
  if (held === 0) {
    held = Math.min(LEASE, central.left);
    central.left -= held;
  }
  if (held === 0) return show(false, now);
  held -= 1;
  return show(true, now);
}
function peek() {
  const now = Date.now();
  if (now < central.end) return show(true, now);
  return { limit: LIMIT, remaining: LIMIT, reset: Math.ceil((now + WINDOW) / 1000) };
}

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(peek()));
  }
  const state = take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  return route(req, res, rateHeaders(state));
}).listen(Number(process.argv[2]), '127.0.0.1');
