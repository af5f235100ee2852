// META {"legal": false, "what": "a name that is arrays nested beyond 20 is 500 (a recursion guard that throws)", "mustFail": ["invalid.name-type"], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
const depth = v => v && typeof v === 'object' ? 1 + Math.max(0, ...Object.values(v).map(depth)) : 0;
run(class extends App { create(c) { let d = 0; try { d = depth(this.parse(c.body)); } catch {} return d > 20 ? this.error(500, 'internal', 'Too deep.') : super.create(c); } });
