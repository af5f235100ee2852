// META {"legal": true, "what": "the tenth 429 to the key (ever) bans it with 401 for an hour: a kit that keeps to eight 429s in a run never sees it (start afresh for every run)"}
import { App, run } from './common.mjs';
run(class extends App {
  n = 0;
  tooMany(c) { this.n++; return super.tooMany(c); }
  route(c) { if (this.n >= 10) c.ok = false; return super.route(c); }
});
