// META {"legal": false, "what": "returns 500 for an apostrophe in a name (SQL by concatenation), and stores nothing", "mustFail": ["create.text"], "mayFail": [], "mayWarn": ["errors.elsewhere", "errors.no-internals"]}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { return v.name.includes("'") ? null : super.insert(v, c); }
  created(row, v, c) { return row ? super.created(row, v, c) : this.error(500, 'internal', 'syntax error at or near the quote'); }
});
