// META {"legal": true, "what": "token bucket whose Reset is the moment of the next token (at most a second or two ahead), so W by Reset - Date is tiny beside the true refill"}
import { App, run, W, LIMIT } from './common.mjs';
class Bucket {
  m = new Map();
  take(id) {
    const now = Date.now(), b = this.m.get(id) ?? { t: now, n: LIMIT };
    b.n = Math.min(LIMIT, b.n + (now - b.t) * LIMIT / W); b.t = now; this.m.set(id, b);
    const ok = b.n >= 1;
    if (ok) b.n -= 1;
    const next = (1 - b.n % 1) * W / LIMIT;
    return { ok, limit: LIMIT, remaining: Math.floor(b.n), reset: Math.ceil((now + next) / 1000), wait: next };
  }
}
run(class extends App { limiter = new Bucket(); });
