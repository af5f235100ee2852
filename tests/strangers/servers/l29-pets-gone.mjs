// META {"legal": true, "what": "GET /pets/{petId} is 410 before the key is looked at, GET /store/orders 403 for this key and 401 without it"}
import { App, run } from './common.mjs';
run(class extends App {
  route(c) { return c.path.startsWith('/v1/pets/') ? this.error(410, 'gone', 'Sunset.') : super.route(c); }
  orders() { return this.error(403, 'plan', 'Orders belong to another plan.'); }
});
