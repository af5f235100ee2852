// META {"legal": true, "what": "Remaining is a copy refreshed at every fourth request, and up to three requests pass after it shows 0 (shared counter)"}
import { App, run, Fixed, LIMIT } from './common.mjs';
run(class extends App {
  limiter = new Fixed(LIMIT + 3); seen = new Map();
  rate(c) {
    const r = super.rate(c), who = c.ok ? 'key' : 'anon', left = Math.max(0, LIMIT - r.used);
    let s = this.seen.get(who);
    if (!s || s.reset !== r.reset || r.used % 4 === 0 || !r.ok || left === 0) this.seen.set(who, s = { reset: r.reset, left });
    return { ...r, limit: LIMIT, remaining: s.left };
  }
});
