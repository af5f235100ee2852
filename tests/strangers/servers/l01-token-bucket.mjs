// META {"legal": true, "what": "token bucket per key refilling steadily; Reset is when the bucket would be full again, so it moves with every answer"}
import { App, run, W, LIMIT } from './common.mjs';
class Bucket {
  m = new Map();
  take(id) {
    const now = Date.now(), b = this.m.get(id) ?? { t: now, n: LIMIT };
    b.n = Math.min(LIMIT, b.n + (now - b.t) * LIMIT / W); b.t = now; this.m.set(id, b);
    const ok = b.n >= 1;
    if (ok) b.n -= 1;
    return { ok, limit: LIMIT, remaining: Math.floor(b.n), reset: Math.ceil((now + (LIMIT - b.n) * W / LIMIT) / 1000), wait: (1 - b.n) * W / LIMIT };
  }
}
run(class extends App { limiter = new Bucket(); });
