// META {"legal": false, "what": "Remaining stays at 0 once it is there and everything is served", "mustFail": ["limit.enforced"]}
import { App, run } from './common.mjs';
run(class extends App { rate(c) { return { ...super.rate(c), ok: true }; } });
