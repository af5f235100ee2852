// META {"legal": false, "what": "Retry-After is given with a word on 429: soon", "mustFail": ["limit.retry-after-value"]}
import { App, run } from './common.mjs';
run(class extends App { retry() { return 'soon'; } });
