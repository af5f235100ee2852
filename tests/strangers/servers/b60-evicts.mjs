// META {"legal": false, "what": "a ring of 8: the ninth creation drops the oldest category", "mustFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { insert(v, c) { const r = super.insert(v, c); if (this.rows.length > 8) this.rows.shift(); return r; } });
