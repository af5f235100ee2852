// META {"legal": false, "what": "X-RateLimit-Remaining counts up: it shows what was used", "mustFail": ["headers.usage"], "env": {"WINDOW_MS": "12000"}}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders({ ...r, remaining: r.limit - r.remaining }, c, o); } });
