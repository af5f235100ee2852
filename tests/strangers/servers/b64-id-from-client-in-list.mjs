// META {"legal": false, "what": "the 201 shows an id of the service, the list the id that the client sent", "mustFail": ["create.id"], "mayFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { const r = super.insert(v, c); return Number.isInteger(v.id) ? (this.rows[this.rows.length - 1] = { ...r, id: v.id }, r) : r; }
});
