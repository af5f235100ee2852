// META {"legal": false, "what": "POST /categories takes 800 ms, and counts but is never refused; windows aligned to the clock", "mustFail": ["limit.enforced"], "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
p.serve({
  take(who, op) {
    const rate = p.alignedTake(who);
    return op === 'create' ? { ...rate, ok: true } : rate;
  },
  after: (op) => (op === 'create' ? p.sleep(800) : undefined),
});
