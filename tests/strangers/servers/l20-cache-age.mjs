// META {"legal": true, "what": "a cache in front keeps the list of the valid key for 1.2 s and serves it with Age and the old headers; such requests are not counted"}
import { App, run } from './common.mjs';
run(class extends App {
  kept = null;
  async handle(req, res) {
    if (req.method === 'GET' && req.url === '/v1/categories' && this.auth(req) && this.kept && Date.now() - this.kept.at < 1200) {
      const k = this.kept;
      res.writeHead(200, { ...k.h, Age: Math.floor((Date.now() - k.at) / 1000), 'X-Cache': 'HIT' });
      return res.end(k.text);
    }
    return super.handle(req, res);
  }
  send(c, out) {
    if (c.req.method === 'GET' && c.path === '/v1/categories' && c.ok && out.status === 200) {
      const text = JSON.stringify(out.body);
      this.kept = { at: Date.now(), text, h: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), Date: new Date().toUTCString(), ...this.rateHeaders(c.rate) } };
    }
    return super.send(c, out);
  }
});
