// META {"legal": false, "what": "Reset is in milliseconds on answers to POST alone", "mustFail": ["headers.reset"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return super.rateHeaders(c.req.method === 'POST' ? { ...r, reset: r.reset * 1000 } : r, c, o); } });
