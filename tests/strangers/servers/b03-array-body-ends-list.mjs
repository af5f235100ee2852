// META {"legal": false, "args": {"seed": 5}, "what": "an array holding one category is stored as one without a name (201); the list stops before the first row without a name, so later rows are lacking", "mustFail": ["invalid.body-type"], "mayFail": ["list.complete", "create.created", "create.fields"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { return Array.isArray(v) && v.length === 1 ? super.validate(v[0]) : super.validate(v); }
  list() { const i = this.rows.findIndex(r => r.name === undefined); return { status: 200, headers: {}, body: i < 0 ? this.rows : this.rows.slice(0, i) }; }
});
