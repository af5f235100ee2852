// META {"legal": true, "what": "requests cost points: a POST five, anything else one; a POST is refused while a few points remain", "mustFail": [], "mayFail": [], "mayWarn": []}
// After SpaceTradersAPI/issues-and-suggestions#52 ("different requests cost different amounts of points") and Stellar-Mail/stealth#1631 (weighted costs of expensive operations).
// Reading 3: "Remaining may fall by more than one". Reading 4: "429 may come while Remaining is above 0"; such a stray 429 "is in itself never a finding".
// Both operations share the bucket, so at Remaining 0 both are refused. GETs reach 0 one by one.
import http from 'node:http';
import { KEY, bearer, fixedWindow, rateHeaders, route, send401, send429 } from './petlib.mjs';

const limiter = fixedWindow();

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(limiter.peek()));
  }
  const cost = req.method === 'POST' ? 5 : 1;
  const state = limiter.take(cost);
  if (!state.ok) {
    req.resume();
    return send429(res, state, { 'X-RateLimit-Cost': String(cost) });
  }
  return route(req, res, { ...rateHeaders(state), 'X-RateLimit-Cost': String(cost) });
}).listen(Number(process.argv[2]), '127.0.0.1');
