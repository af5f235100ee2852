// META {"legal": true, "what": "a token bucket that warms up: it starts with 8 tokens and refills LIMIT per window", "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
const buckets = new Map();
const second = p.LIMIT / (p.WINDOW / 1000);
p.serve({
  take(who) {
    const now = Date.now() / 1000;
    const b = buckets.get(who) ?? { left: 8, at: now };
    b.left = Math.min(p.LIMIT, b.left + (now - b.at) * second);
    b.at = now;
    buckets.set(who, b);
    const ok = b.left >= 1;
    if (ok) b.left--;
    const full = now + (p.LIMIT - b.left) / second;
    const retry = String(Math.max(1, Math.ceil((1 - b.left) / second)));
    return { ok, limit: p.LIMIT, remaining: Math.floor(b.left), reset: Math.ceil(full), end: full * 1000, retry };
  },
});
