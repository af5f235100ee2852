// META {"legal": false, "what": "what exceeds the limit is served 900 ms late instead of refused; windows aligned to the clock", "mustFail": ["limit.enforced"], "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
p.serve({
  take(who) {
    const rate = p.alignedTake(who);
    return { ...rate, ok: true, over: !rate.ok };
  },
  after: (op, valid, rate) => (rate.over ? p.sleep(900) : undefined),
});
