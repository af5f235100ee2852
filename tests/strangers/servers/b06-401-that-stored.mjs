// META {"legal": false, "what": "a creation with a wrong bearer token (not without one) is answered 401 but stored: the key is checked on the way out", "mustFail": ["invalid.nothing-stored"]}
import { App, run } from './common.mjs';
run(class extends App {
  unauthorized(c) { if (c.req.method === 'POST' && c.path === '/v1/categories' && /^bearer \S/i.test(c.req.headers.authorization ?? '')) super.create(c); return super.unauthorized(c); }
});
