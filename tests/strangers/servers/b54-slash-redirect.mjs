// META {"legal": false, "what": "/v1/categories redirects (308) to /v1/categories/ without headers, which is the only one that serves; pets and orders are served as they are", "mustFail": ["list.ok", "create.created"], "mayFail": ["headers.present", "auth.key-missing", "auth.key-invalid", "auth.key-exact", "auth.bearer-only", "create.description-optional", "create.text", "invalid.name-missing", "invalid.name-type", "invalid.description-type", "invalid.body-type", "invalid.body-malformed", "invalid.body-empty", "invalid.body-bytes"]}
import { App, run } from './common.mjs';
run(class extends App {
  async handle(req, res) {
    if (req.url === '/v1/categories') { req.resume(); return this.front(res, 308, '', { Location: '/v1/categories/' }); }
    if (req.url === '/v1/categories/') req.url = '/v1/categories';
    return super.handle(req, res);
  }
});
