// META {"legal": true, "what": "after every 25 answers 401 the whole address, valid key too, gets 429 with Retry-After 2 for 1.5 s (Remaining above 0)"}
import { App, run } from './common.mjs';
run(class extends App {
  n = 0; until = 0;
  rate(c) {
    const now = Date.now();
    if (now < this.until) return { ...this.limiter.take(c.ok ? 'key' : 'anon', 0), ok: false, wait: 1900 };
    if (!c.ok && ++this.n % 25 === 0) this.until = now + 1500;
    return super.rate(c);
  }
});
