// META {"legal": true, "what": "a sliding window by two weighted counters: at Reset nothing has come back yet, the old window only begins to fade", "mustFail": [], "mayFail": [], "mayWarn": []}
// After upstash/docs#439 (Upstash's slidingWindow: Reset is the end of the current chunk, not the time of recovery) and akutishevsky/withings-mcp#38 ("a fully-burned window takes up to two window lengths").
// Reading 3: Remaining may "rise as time passes (token bucket, sliding window or log), with Reset moving or standing still". A 429 may come after Reset; what binds is Retry-After
// (Rules 3), which is exact here. Reading 4: a passing Reset alone is no turnover.
import http from 'node:http';
import { KEY, LIMIT, WINDOW, bearer, rateHeaders, route, send401, send429 } from './petlib.mjs';

let chunk = 0; // number of the current chunk
let before = 0; // requests in the previous chunk
let current = 0; // requests in this chunk

function look() {
  const now = Date.now();
  const index = Math.floor(now / WINDOW);
  if (index !== chunk) {
    before = index === chunk + 1 ? current : 0;
    current = 0;
    chunk = index;
  }
  const gone = (now % WINDOW) / WINDOW;
  return { now, gone, weighted: before * (1 - gone) + current };
}
// Milliseconds until one more request fits.
function waitFor(now, gone) {
  if (current <= LIMIT - 1) {
    const need = before === 0 ? 0 : 1 - (LIMIT - 1 - current) / before;
    return Math.max(0, (need - gone) * WINDOW);
  }
  const nextChunk = (1 - gone) * WINDOW;
  return nextChunk + Math.max(0, 1 - (LIMIT - 1) / current) * WINDOW;
}
function show(ok) {
  const { now, gone, weighted } = look();
  return {
    ok, limit: LIMIT, remaining: Math.max(0, Math.floor(LIMIT - weighted)), reset: Math.ceil((chunk + 1) * WINDOW / 1000),
    retry: Math.max(1, Math.ceil(waitFor(now, gone) / 1000)),
  };
}
function take() {
  if (look().weighted + 1 > LIMIT) return show(false);
  current += 1;
  return show(true);
}

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(show(true)));
  }
  const state = take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  return route(req, res, rateHeaders(state));
}).listen(Number(process.argv[2]), '127.0.0.1');
