// META {"legal": true, "what": "sliding log: each request comes back one window after it was made; Reset is when the oldest one leaves; refused requests are not logged"}
import { App, run, W, LIMIT } from './common.mjs';
class Log {
  m = new Map();
  take(id) {
    const now = Date.now(), a = (this.m.get(id) ?? []).filter(t => t > now - W);
    const ok = a.length < LIMIT;
    if (ok) a.push(now);
    this.m.set(id, a);
    return { ok, limit: LIMIT, remaining: LIMIT - a.length, reset: Math.ceil((a[0] + W) / 1000), wait: a[0] + W - now };
  }
}
run(class extends App { limiter = new Log(); });
