// META {"legal": true, "what": "not more than 12 categories may exist: 409 to every valid creation after that; invalid bodies are still 400"}
import { App, run } from './common.mjs';
run(class extends App {
  create(c) { const s = this.rows.length; this.full = s >= 12; return super.create(c); }
  insert(v, c) { if (this.full) return null; return super.insert(v, c); }
  created(row, v, c) { return row ? super.created(row, v, c) : this.error(409, 'too_many_categories', 'At most 12 categories.'); }
});
