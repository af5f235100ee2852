// META {"legal": false, "what": "a garbage collection of 500 ms after 45 requests, and then the count of the window is forgotten", "mustFail": ["limit.enforced"], "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
let until = 0;
p.serve({
  before: () => p.sleep(Math.max(0, until - Date.now())),
  take(who) {
    const rate = p.take(who);
    const b = p.buckets.get(who);
    if (b.used >= 45) {
      b.used = 0;
      until = Date.now() + 500;
    }
    return rate;
  },
});
