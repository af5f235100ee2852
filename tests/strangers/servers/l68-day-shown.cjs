// META {"legal": true, "what": "two limiters; 2xx answers show the day (its Remaining stays far above 0), refusals (4xx, 429) show the wall-clock minute, which is what binds: 429 comes right after a Remaining of some 940"}
const { LIMIT, WINDOW, serve } = require('./plain.cjs');

const DAY = { 60: 1000, 300: 10000, 1000: 100000 }[LIMIT] || LIMIT * 20;
const used = new Map();
serve({
  take(who) {
    const now = Date.now();
    const minute = Math.floor(now / WINDOW), day = Math.floor(now / 86400000);
    let b = used.get(who);
    if (!b) used.set(who, b = { minute, m: 0, day, d: 0 });
    if (b.minute !== minute) { b.minute = minute; b.m = 0; }
    if (b.day !== day) { b.day = day; b.d = 0; }
    const ok = b.m < LIMIT && b.d < DAY;
    if (ok) { b.m++; b.d++; }
    const byMinute = { limit: LIMIT, remaining: LIMIT - b.m, reset: Math.ceil(((minute + 1) * WINDOW) / 1000) };
    const byDay = { limit: DAY, remaining: DAY - b.d, reset: (day + 1) * 86400 };
    const binds = b.d >= DAY && !ok ? byDay : byMinute;
    return { ok, good: byDay, bad: binds, retry: String(Math.max(1, Math.ceil(binds.reset - now / 1000))) };
  },
  shown: (rate, status) => (status < 300 ? rate.good : rate.bad),
});
