// META {"legal": true, "what": "the plan is upgraded once in the middle: after 40 requests of the key its Limit is LIMIT and a half, under the same Reset"}
import { App, run, LIMIT } from './common.mjs';
run(class extends App {
  n = 0;
  rate(c) {
    const who = c.ok ? 'key' : 'anon', up = Math.ceil(LIMIT * 1.5);
    this.limiter.limit = c.ok && ++this.n > 40 ? up : LIMIT;
    return this.limiter.take(who);
  }
});
