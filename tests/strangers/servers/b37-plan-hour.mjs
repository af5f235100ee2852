// META {"legal": false, "what": "60 an hour instead of 60 a minute: Limit 60 with Reset an hour ahead; shown by --plan free alone (the first window enforces nothing else)", "mustFail": ["headers.plan-window"], "mayFail": [], "args": {"plan": "free"}, "env": {"LIMIT": "60"}}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders({ ...r, reset: r.reset + 3600 }, c, o); } });
