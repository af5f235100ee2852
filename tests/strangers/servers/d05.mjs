// META {"legal": false, "what": "the counter of a key that reached its limit loses its expiry, so the key is refused for ever", "mustFail": ["limit.recovers"], "mayFail": [], "mayWarn": []}
// After fastify/fastify-rate-limit#152 ("creates key in redis without TTL (-1), so it doesn't expire and blocks permanently") and Tabcorp/redis-rate-limiter#1 ("a client that gets rate-limited forever").
// Rules 3: "The client backs off and retries after the time given in the Retry-After header". Row limit.recovers: after that time requests are served again.
// Until the limit is reached for the first time, windows turn over as they should.
import http from 'node:http';
import { KEY, LIMIT, WINDOW, bearer, rateHeaders, route, send401, send429 } from './petlib.mjs';

// A little Redis: one counter with a time to live. SET without KEEPTTL drops that time, as in the real one.
const redis = { value: 0, expires: 0 }; // expires: a time in ms, or null for "never"
function expire() {
  if (redis.expires !== null && Date.now() >= redis.expires) { redis.value = 0; redis.expires = 0; }
}
function state(ok) {
  const now = Date.now();
  // A key without a time to live reports -1; the limiter then falls back to a whole window.
  const left = redis.expires === null || redis.value === 0 ? WINDOW : redis.expires - now;
  return { ok, limit: LIMIT, remaining: Math.max(0, LIMIT - redis.value), reset: Math.ceil((now + left) / 1000), retry: Math.max(1, Math.ceil(left / 1000)) };
}
function take() {
  expire();
  if (redis.value >= LIMIT) {
    redis.value = LIMIT; // SET key <limit> (caps the counter) ...
    redis.expires = null; // ... and so drops its time to live: this is the defect
    return state(false);
  }
  redis.value += 1;
  if (redis.value === 1) redis.expires = Date.now() + WINDOW;
  return state(true);
}

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    expire();
    return send401(res, rateHeaders(state(true)));
  }
  const now = take();
  if (!now.ok) {
    req.resume();
    return send429(res, now);
  }
  return route(req, res, rateHeaders(now));
}).listen(Number(process.argv[2]), '127.0.0.1');
