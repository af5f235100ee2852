// META {"legal": false, "what": "Retry-After is an HTTP-date two hours in the past (local time labelled GMT), Date is right", "mustFail": ["limit.retry-after-value"], "mayFail": ["limit.recovers"]}
import { App, run } from './common.mjs';
run(class extends App { retry(r) { return new Date(Date.now() + r.wait - 7200000).toUTCString(); } });
