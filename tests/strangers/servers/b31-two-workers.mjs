// META {"legal": false, "what": "two workers of different configuration answer in turn: Limit 60 and 61 under the same Reset, without any order (LIMIT and LIMIT+1)", "mustFail": ["headers.limit-steady"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders({ ...r, limit: r.limit + (Math.random() < 0.5 ? 1 : 0) }, c, o); } });
