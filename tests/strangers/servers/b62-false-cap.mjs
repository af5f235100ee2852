// META {"legal": false, "what": "every creation without description is 409 too_many_categories, those with one always succeed", "mustFail": ["create.description-optional"], "mayFail": ["create.created"]}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { return v.description === undefined ? null : super.insert(v, c); }
  created(row, v, c) { return row ? super.created(row, v, c) : this.error(409, 'too_many_categories', 'Enough of them.'); }
});
