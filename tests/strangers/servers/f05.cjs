// META {"legal": true, "what": "responses get slower as the window is used up, from 0 to 160 ms; windows aligned to the clock", "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
p.serve({
  take: p.alignedTake,
  after: (op, valid, rate) => p.sleep((160 * (p.LIMIT - rate.remaining)) / p.LIMIT),
});
