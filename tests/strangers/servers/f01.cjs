// META {"legal": true, "what": "a cold start: the first response takes 1.2 s, and each later one 0.8 of the one before; windows aligned to the clock", "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
let delay = 1200;
p.serve({
  take: p.alignedTake,
  async before() {
    const now = delay;
    delay = Math.max(2, delay * 0.8);
    await p.sleep(now);
  },
});
