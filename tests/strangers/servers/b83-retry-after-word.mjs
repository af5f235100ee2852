// META {"legal": false, "what": "sends a 429 with the word soon as Retry-After", "mustFail": ["limit.retry-after-value"]}
import { App, run } from './common.mjs';
run(class extends App { retry() { return 'soon'; } });
