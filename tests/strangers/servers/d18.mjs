// META {"legal": true, "what": "an edge cache serves the list for one second with Age and with the rate-limit headers of the stored answer; hits are not counted", "mustFail": [], "mayFail": [], "mayWarn": []}
// After ietf-wg-httpapi/ratelimit-headers#98 ("a cached response containing RateLimit fields does not modify quota counters but could contain stale information"; what carries Age is to be ignored).
// Reading 3: "Responses that carry an Age header, whatever its value, come from a cache and are left out"; reading 4: they "are not counted as served"; reading 6: two seconds until a category shows (here: at once, a creation purges).
// The key is checked at the edge before the cache. As with Varnish, a miss carries Age: 0. The stored Date goes out with the stored headers, so Reset is not past by it.
import http from 'node:http';
import { KEY, bearer, fixedWindow, rateHeaders, route, send401, send429, store } from './petlib.mjs';

const TTL = 1000;
const limiter = fixedWindow();
let cached = null; // { body, headers, at, version }

http.createServer((req, res) => {
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, { ...rateHeaders(limiter.peek()), 'X-Cache': 'BYPASS' });
  }
  const listing = req.method === 'GET' && req.url === '/v1/categories';
  if (listing && cached && Date.now() - cached.at < TTL && cached.version === store.next) {
    const age = Math.floor((Date.now() - cached.at) / 1000);
    res.writeHead(200, { ...cached.headers, Age: String(age), 'X-Cache': 'HIT' });
    return res.end(cached.body);
  }
  const state = limiter.take();
  if (!state.ok) {
    req.resume();
    return send429(res, state, { 'X-Cache': 'BYPASS', 'Cache-Control': 'no-store' });
  }
  if (!listing) return route(req, res, { ...rateHeaders(state), 'X-Cache': 'BYPASS' });

  const body = Buffer.from(JSON.stringify(store.list));
  const headers = {
    'Content-Type': 'application/json', 'Content-Length': body.length, 'Cache-Control': 's-maxage=1',
    Date: new Date().toUTCString(), Via: '1.1 varnish', ...rateHeaders(state),
  };
  cached = { body, headers, at: Date.now(), version: store.next };
  res.writeHead(200, { ...headers, Age: '0', 'X-Cache': 'MISS' });
  return res.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
