// META {"legal": true, "what": "Reset and Retry-After are rounded down (Reset may be the present second, Retry-After 0)"}
import { App, run } from './common.mjs';
run(class extends App {
  rateHeaders(r, c, o) { return { ...super.rateHeaders(r, c, o), 'X-RateLimit-Reset': Math.floor((Date.now() + r.wait - 1) / 1000) }; }
  retry(r) { return Math.floor(r.wait / 1000); }
});
