// META {"legal": true, "what": "Retry-After as an HTTP-date, and 0 where less than half a second is left (rounded)"}
import { App, run } from './common.mjs';
run(class extends App { retry(r) { return r.wait < 500 ? 0 : new Date(Math.ceil((Date.now() + r.wait) / 1000) * 1000).toUTCString(); } });
