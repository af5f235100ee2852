// META {"legal": false, "what": "once the right key was seen, any token that begins with the same 16 characters is accepted", "mustFail": ["auth.key-exact"], "mayFail": ["auth.key-invalid"], "mayWarn": []}
// After Okta's advisory of 30 October 2024 (https://josephscott.org/blog/2024/okta-bcrypt-and-52-character-usernames): the key of the login cache was a bcrypt of a long text, and bcrypt reads 72 bytes.
// Authentication 3: "When the key is missing or invalid, the response is 401". Row auth.key-exact: an extended key, or one cut short at its end, is an invalid key.
// Before the first request with the right key everything is refused correctly; a success is remembered for a minute.
import http from 'node:http';
import { createHash } from 'node:crypto';
import { KEY, bearer, fixedWindow, rateHeaders, route, send401, send429 } from './petlib.mjs';

const limiter = fixedWindow();
const remembered = new Map(); // key of the cache -> until when (ms)
const SCOPE = 'petstore-gateway:environment=production:realm=/v1/api-keys'.slice(0, 56);

// Like bcrypt, this hash reads no more than 72 bytes; 56 of them are taken by the scope.
function shortHash(text) {
  return createHash('sha256').update(Buffer.from(text).subarray(0, 72)).digest('hex');
}
function accepted(token) {
  if (!token) return false;
  const cacheKey = shortHash(SCOPE + token);
  if ((remembered.get(cacheKey) ?? 0) > Date.now()) return true;
  if (token !== KEY) return false;
  remembered.set(cacheKey, Date.now() + 60_000);
  return true;
}

http.createServer((req, res) => {
  if (!accepted(bearer(req))) {
    req.resume();
    return send401(res, rateHeaders(limiter.peek()));
  }
  const state = limiter.take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  return route(req, res, rateHeaders(state));
}).listen(Number(process.argv[2]), '127.0.0.1');
