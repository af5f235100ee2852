// META {"legal": true, "what": "a gateway answers 503 as HTML without rate-limit headers when more than two requests are in flight (each takes 10 ms)", "mayWarn": ["http.sheds-load", "errors.elsewhere"]}
import { App, run, sleep } from './common.mjs';
run(class extends App {
  now = 0;
  async handle(req, res) {
    if (this.now >= 2) { req.resume(); return this.front(res, 503, '<h1>503 Service Unavailable</h1>'); }
    this.now++;
    try { await super.handle(req, res); } finally { this.now--; }
  }
  async route(c) { await sleep(10); return super.route(c); }
});
