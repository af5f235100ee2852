// META {"legal": false, "what": "an apostrophe in a name is 500 (an SQL text that is glued together), nothing is stored", "mustFail": ["create.text"], "mayFail": [], "mayWarn": ["errors.elsewhere", "errors.no-internals"]}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { return v.name.includes("'") ? null : super.insert(v, c); }
  created(row, v, c) { return row ? super.created(row, v, c) : this.error(500, 'internal', 'syntax error at or near the quote'); }
});
