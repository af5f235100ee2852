// META {"legal": false, "what": "name 0 passes the check (only the falsy 0) and is stored with 201; the list calls name.normalize() and is 500 for good", "mustFail": ["invalid.name-type", "list.ok"], "mayFail": [], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { return super.validate(v?.name === 0 ? { ...v, name: 'x' } : v); }
  list() {
    try { return { status: 200, headers: {}, body: this.rows.map(r => ({ ...r, name: r.name.normalize() })) }; }
    catch { return this.error(500, 'internal', 'Something went wrong.'); }
  }
});
