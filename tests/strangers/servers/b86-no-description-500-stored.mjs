// META {"legal": false, "what": "a creation without description is 500 (the answer is built from description.length) though the row was stored", "mustFail": ["create.description-optional"], "mayFail": ["create.created", "create.id"], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App { created(row, v, c) { return v.description === undefined ? this.error(500, 'internal', 'Oops.') : super.created(row, v, c); } });
