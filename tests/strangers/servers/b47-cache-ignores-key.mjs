// META {"legal": false, "what": "a cache in front keeps the list for 1.5 s without regard to Authorization: GETs without the key or with a wrong one get it with Age", "mustFail": ["auth.key-missing"], "mayFail": ["auth.key-invalid", "auth.key-exact", "auth.bearer-only"]}
import { App, run } from './common.mjs';
run(class extends App {
  kept = null;
  async handle(req, res) {
    const k = this.kept;
    if (req.method === 'GET' && req.url === '/v1/categories' && k && Date.now() - k.at < 1500) { res.writeHead(200, { ...k.h, Age: Math.floor((Date.now() - k.at) / 1000) }); return res.end(k.text); }
    return super.handle(req, res);
  }
  send(c, out) {
    if (c.req.method === 'GET' && c.path === '/v1/categories' && out.status === 200) {
      const text = JSON.stringify(out.body);
      this.kept = { at: Date.now(), text, h: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), Date: new Date().toUTCString(), ...this.rateHeaders(c.rate) } };
    }
    return super.send(c, out);
  }
});
