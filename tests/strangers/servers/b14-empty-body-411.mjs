// META {"legal": false, "what": "a POST without a body is answered 411 by the gateway, not 400", "mustFail": ["invalid.body-empty"], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App { create(c) { return c.body.length ? super.create(c) : this.error(411, 'length', 'Length required.'); } });
