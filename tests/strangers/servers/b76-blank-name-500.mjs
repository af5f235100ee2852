// META {"legal": false, "what": "an empty or blank name is 500: judged in thorough alone (invalid.either)", "mustFail": ["invalid.either"], "mayWarn": ["errors.elsewhere"], "args": {"profile": "thorough"}}
import { App, run } from './common.mjs';
run(class extends App {
  create(c) { let v; try { v = this.parse(c.body); } catch {} return typeof v?.name === 'string' && !v.name.trim() ? this.error(500, 'internal', 'Oops.') : super.create(c); }
});
