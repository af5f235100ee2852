// META {"legal": true, "what": "more than one request in flight (of anyone) is answered 429 with Remaining above 0 and Retry-After 1 (every answer takes 15 ms)"}
import { App, run, sleep } from './common.mjs';
run(class extends App {
  now = 0;
  async handle(req, res) { this.now++; try { await super.handle(req, res); } finally { this.now--; } }
  rate(c) { return this.now > 1 ? { ...this.limiter.take(c.ok ? 'key' : 'anon', 0), ok: false, wait: 900 } : super.rate(c); }
  async route(c) { await sleep(15); return super.route(c); }
});
