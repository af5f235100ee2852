// META {"legal": false, "what": "stores valid text beyond the BMP (an emoji) with 201, and then sends a list in CESU-8 instead of UTF-8", "mustFail": ["list.ok"], "mayFail": ["create.text", "create.created", "list.complete"]}
import { App, run } from './common.mjs';
const cesu = s => Buffer.concat([...s].map(ch => ch.length === 1 ? Buffer.from(ch) : Buffer.concat([0, 1].map(i => { const u = ch.charCodeAt(i); return Buffer.from([0xe0 | u >> 12, 0x80 | u >> 6 & 63, 0x80 | u & 63]); }))));
run(class extends App {
  async send(c, out) {
    const b = Array.isArray(out.body) ? cesu(JSON.stringify(out.body)) : Buffer.from(JSON.stringify(out.body));
    c.res.writeHead(out.status, { 'Content-Type': 'application/json', ...this.rateHeaders(c.rate), ...out.headers, 'Content-Length': b.length });
    c.res.end(b);
  }
});
