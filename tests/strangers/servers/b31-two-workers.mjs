// META {"legal": false, "what": "two workers with different configurations serve requests in no fixed order: Limit 60 or 61 under the same Reset (LIMIT and LIMIT+1)", "mustFail": ["headers.limit-steady"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders({ ...r, limit: r.limit + (Math.random() < 0.5 ? 1 : 0) }, c, o); } });
