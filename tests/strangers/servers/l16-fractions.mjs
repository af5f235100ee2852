// META {"legal": true, "what": "Reset and Retry-After are fractions of seconds (only headers.form warns)", "mayWarn": ["headers.form"]}
import { App, run } from './common.mjs';
run(class extends App {
  rateHeaders(r, c, out) { return { ...super.rateHeaders(r, c, out), 'X-RateLimit-Reset': ((Date.now() + r.wait) / 1000).toFixed(3) }; }
  retry(r) { return (r.wait / 1000 + 0.001).toFixed(3); }
});
