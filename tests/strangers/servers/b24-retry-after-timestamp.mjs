// META {"legal": false, "what": "Retry-After is a Unix timestamp (some 56 years as seconds)", "mustFail": ["limit.retry-after-value"]}
import { App, run } from './common.mjs';
run(class extends App { retry(r) { return r.reset; } });
