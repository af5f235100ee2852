// META {"legal": false, "what": "returns 201 with a new id for the eighth category and later ones, but does not store them", "mustFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { insert(v, c) { const r = super.insert(v, c); if (this.rows.length > 7) this.rows.pop(); return r; } });
