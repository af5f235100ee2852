// META {"legal": false, "what": "Remaining shows what was left when the window began (always Limit); 429 comes all the same", "mustFail": ["headers.usage"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders({ ...r, remaining: r.limit }, c, o); } });
