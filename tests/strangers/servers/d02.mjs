// META {"legal": false, "what": "four workers each count for themselves, so a key gets four times its limit", "mustFail": ["limit.enforced"], "mayFail": ["headers.usage"], "mayWarn": []}
// After laurentS/slowapi#226 (eight uvicorn workers, limits in the memory of each; also api7/aisix#607): "more than 10 times without any rate limiting".
// Rules 3: "When a request exceeds the limit, the response is 429". Reading 4: more than Limit + 7 + what may have come back
// are served in one window while Limit and Reset stand still. Each worker alone is right: it shows its own Remaining and refuses at its own 0.
import http from 'node:http';
import { KEY, LIMIT, WINDOW, bearer, rateHeaders, route, send401, send429 } from './petlib.mjs';

// The window of every worker is cut by the clock, so all of them show the same Reset.
function worker() {
  let window = -1;
  let used = 0;
  return (charge) => {
    const now = Date.now();
    const current = Math.floor(now / WINDOW);
    if (current !== window) { window = current; used = 0; }
    const ok = used < LIMIT;
    if (ok && charge) used += 1;
    const end = (current + 1) * WINDOW;
    return { ok, limit: LIMIT, remaining: LIMIT - used, reset: Math.ceil(end / 1000), retry: Math.max(1, Math.ceil((end - now) / 1000)) };
  };
}
const workers = [worker(), worker(), worker(), worker()];
let turn = 0;

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(workers[0](false)));
  }
  // The balancer deals the requests out in turn. The categories are in a shared database, only the counters are not.
  const state = workers[turn++ % workers.length](true);
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  return route(req, res, rateHeaders(state));
}).listen(Number(process.argv[2]), '127.0.0.1');
