// META {"legal": false, "what": "none of the three headers on any answer; the limit is enforced with 429 and Retry-After all the same", "mustFail": ["headers.present"], "mayWarn": ["headers.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders() { return {}; } });
