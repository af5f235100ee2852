// META {"legal": true, "what": "who sends anything at all between a 429 and the end of its Retry-After (300 ms grace for what was in flight) is banned with 403 for ten minutes: a well-behaved kit never sees it"}
import { App, run } from './common.mjs';
run(class extends App {
  from = 0; until = 0; banned = 0;
  tooMany(c) { const out = super.tooMany(c), now = Date.now(); this.from = now + 300; this.until = now + this.retry(c.rate) * 1000; return out; }
  rate(c) { const now = Date.now(); if (now > this.from && now < this.until) this.banned = now + 600000; return super.rate(c); }
  route(c) { return Date.now() < this.banned ? this.error(403, 'banned', 'This key is banned for a while.') : super.route(c); }
});
