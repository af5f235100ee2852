// META {"legal": false, "what": "the current key is kept in one variable for all requests in flight (each takes 60 ms), so a request without Authorization is served while any request with the key is in flight", "mustFail": ["auth.key-missing"], "mayFail": ["auth.bearer-only", "auth.key-exact", "invalid.nothing-stored", "errors.shape"], "mayWarn": [], "env": {"WINDOW_MS": "15000"}}
import { serve, sleep, headerKey } from './core.mjs';
const context = { key: undefined, inFlight: 0 };
const seen = new WeakSet();
serve({
  async before(req) { // "middleware": stores the key, then the handler waits for the database
    seen.add(req); context.inFlight++;
    if (req.headers.authorization !== undefined) context.key = headerKey(req);
    await sleep(60);
  },
  keyOf: (req) => (req.headers.authorization !== undefined ? headerKey(req) : context.key),
  after(req) { if (seen.has(req) && --context.inFlight === 0) context.key = undefined; },
});
