// META {"legal": true, "what": "one bucket for the whole address, with and without key; creations cost 3"}
import { App, run } from './common.mjs';
run(class extends App { rate(c) { return this.limiter.take('ip', c.req.method === 'POST' ? 3 : 1); } });
