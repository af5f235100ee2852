// META {"legal": false, "what": "Remaining restarts at Limit after 0, under the same Reset, and no request returns 429 (use a window of 4 s or more)", "mustFail": ["limit.enforced"], "env": {"WINDOW_MS": "8000"}}
import { App, run, LIMIT } from './common.mjs';
class Wrap { constructor(f) { this.f = f; this.f.limit = 1e9; } take(id) { const r = this.f.take(id); return { ...r, limit: LIMIT, remaining: LIMIT - 1 - (r.used - 1) % LIMIT }; } }
run(class extends App { limiter = new Wrap(this.limiter); });
