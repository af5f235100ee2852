// META {"legal": false, "what": "POST /categories takes 800 ms, and counts but is never refused; the first list with Remaining 0 arrives after its window; windows aligned to the clock", "mustFail": ["limit.enforced"], "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
let held = false;
p.serve({
  take(who, op) {
    const rate = p.alignedTake(who);
    return op === 'create' ? { ...rate, ok: true } : rate;
  },
  async after(op, valid, rate) {
    if (op === 'create') await p.sleep(800);
    if (!valid || op !== 'list' || rate.remaining > 0 || held) return;
    held = true;
    await p.sleep(Math.max(0, rate.end - Date.now() + 20));
  },
});
