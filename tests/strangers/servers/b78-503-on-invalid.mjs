// META {"legal": false, "what": "a null body crashes the worker behind a gateway: 503 with Retry-After 1 each time, while valid categories are created", "mustFail": ["invalid.body-type"], "mayWarn": ["errors.elsewhere", "http.sheds-load"], "mayFail": ["headers.present"]}
import { App, run } from './common.mjs';
run(class extends App {
  async send(c, out) { return c.ok && c.rate.ok && c.req.method === 'POST' && c.body.toString().trim() === 'null' ? this.front(c.res, 503, '<h1>Service Unavailable</h1>', { 'Retry-After': '1' }) : super.send(c, out); }
});
