// META {"legal": false, "what": "a new category shows in the list after 8 seconds", "mustFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { const r = super.insert(v, c); Object.defineProperty(r, 'at', { value: Date.now() }); return r; }
  list() { return { status: 200, headers: {}, body: this.rows.filter(r => Date.now() - r.at > 8000) }; }
});
