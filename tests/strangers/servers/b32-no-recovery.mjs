// META {"legal": false, "what": "after a 429 the key stays refused for 12 s though Retry-After says 1 each time", "mustFail": ["limit.recovers"]}
import { App, run } from './common.mjs';
run(class extends App {
  until = 0;
  rate(c) {
    if (!c.ok) return super.rate(c);
    if (Date.now() < this.until) { const r = this.limiter.take('key', 0); return { ...r, ok: false, remaining: 0, wait: 900 }; }
    const r = super.rate(c);
    if (!r.ok) { this.until = Date.now() + 12000; r.wait = 900; }
    return r;
  }
});
