// META {"legal": true, "what": "the first response on each connection takes 400 ms; windows aligned to the clock", "env": {"WINDOW_MS": "8000"}}
'use strict';
const p = require('./plain.cjs');
const known = new WeakSet();
p.serve({
  take: p.alignedTake,
  async before(op, valid, req) {
    if (known.has(req.socket)) return;
    known.add(req.socket);
    await p.sleep(400);
  },
});
