// META {"legal": false, "what": "a boolean description is 500, after a row with the name (and no description) was stored", "mustFail": ["invalid.description-type"], "mayFail": ["invalid.nothing-stored"], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App {
  create(c) {
    let v; try { v = this.parse(c.body); } catch {}
    if (typeof v?.description === 'boolean' && typeof v.name === 'string') { this.insert({ name: v.name }, c); return this.error(500, 'internal', 'Oops.'); }
    return super.create(c);
  }
});
