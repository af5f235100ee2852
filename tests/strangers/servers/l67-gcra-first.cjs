// META {"legal": true, "what": "one GCRA limiter in front of the key check (every request, with or without key, in one bucket); Reset = when the bucket is full again (1 s ahead at first, moves with each request); Retry-After is an HTTP-date"}
const { LIMIT, WINDOW, serve } = require('./plain.cjs');

// GCRA: each request moves `tat` on by one interval; at most one WINDOW of debt.
const INTERVAL = WINDOW / LIMIT;
let tat = 0;
serve({
  take() {
    const now = Date.now();
    const base = Math.max(tat, now);
    const ok = base + INTERVAL - now <= WINDOW;
    if (ok) tat = base + INTERVAL;
    const debt = Math.max(tat, now) - now;
    const free = base + INTERVAL - WINDOW; // when the next request fits
    return { ok, limit: LIMIT, remaining: Math.max(0, Math.floor((WINDOW - debt) / INTERVAL + 1e-9)),
      reset: Math.ceil(Math.max(tat, now) / 1000), retry: new Date(Math.ceil(free / 1000) * 1000).toUTCString() };
  },
});
