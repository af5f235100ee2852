// META {"legal": false, "what": "429 without Retry-After", "mustFail": ["limit.retry-after"]}
import { App, run } from './common.mjs';
run(class extends App { tooMany() { return this.error(429, 'rate_limited', 'Too many requests.'); } });
