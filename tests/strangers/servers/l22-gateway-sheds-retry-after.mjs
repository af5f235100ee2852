// META {"legal": true, "what": "a gateway sheds load: a request that comes while another is in flight gets 503 with Retry-After 1 (JSON Error), before the limiter", "mayWarn": ["http.sheds-load", "errors.elsewhere", "headers.elsewhere"]}
import { App, run, sleep } from './common.mjs';
run(class extends App {
  now = 0;
  async handle(req, res) {
    if (this.now >= 1) { req.resume(); return this.front(res, 503, '{"code":"busy","message":"Try again.","status":503}', { 'Content-Type': 'application/json', 'Retry-After': '1' }); }
    this.now++;
    try { await super.handle(req, res); } finally { this.now--; }
  }
  async route(c) { await sleep(8); return super.route(c); }
});
