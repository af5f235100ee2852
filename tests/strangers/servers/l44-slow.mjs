// META {"legal": true, "what": "GETs take 120 ms, creations 900 ms, and the first answer of all two seconds"}
import { App, run, sleep } from './common.mjs';
run(class extends App { n = 0; async route(c) { await sleep(this.n++ ? c.req.method === 'POST' ? 900 : 120 : 2000); return super.route(c); } });
