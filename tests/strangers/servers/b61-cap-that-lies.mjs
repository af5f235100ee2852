// META {"legal": false, "what": "beyond 7 categories a creation is still 201 with a new id but is not stored", "mustFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { insert(v, c) { const r = super.insert(v, c); if (this.rows.length > 7) this.rows.pop(); return r; } });
