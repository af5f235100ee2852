// META {"legal": false, "what": "a 400 for a wrong description carries status 422 in its body", "mustFail": ["errors.status"]}
import { App, run } from './common.mjs';
run(class extends App { bad(m, c) { const e = super.bad(m, c); if (m.startsWith('description')) e.body.status = 422; return e; } });
