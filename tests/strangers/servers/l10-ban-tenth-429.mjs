// META {"legal": true, "what": "bans the key with 401 for an hour at its tenth 429, so a run with at most eight never sees it (restart it for each run)"}
import { App, run } from './common.mjs';
run(class extends App {
  n = 0;
  tooMany(c) { this.n++; return super.tooMany(c); }
  route(c) { if (this.n >= 10) c.ok = false; return super.route(c); }
});
