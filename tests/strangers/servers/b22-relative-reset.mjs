// META {"legal": false, "what": "Reset is the number of seconds until the reset, not a timestamp", "mustFail": ["headers.reset"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return { ...super.rateHeaders(r, c, o), 'X-RateLimit-Reset': Math.ceil(r.wait / 1000) }; } });
