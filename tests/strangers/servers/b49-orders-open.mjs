// META {"legal": false, "what": "GET /store/orders does not need the key (200 to anyone)", "mustFail": ["auth.key-missing", "auth.key-invalid"], "mayFail": ["auth.key-exact", "auth.bearer-only"]}
import { App, run } from './common.mjs';
run(class extends App { route(c) { return c.path === '/v1/store/orders' ? this.orders(c) : super.route(c); } });
