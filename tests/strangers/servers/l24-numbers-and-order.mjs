// META {"legal": true, "what": "ids are written 401.0 or 4.01e2, status 4.0e2; members in odd order, more members, early hints and chunks of three bytes"}
import { App, run } from './common.mjs';
const exp = n => { const s = String(n); return s[0] + '.' + (s.slice(1) || '0') + 'e' + (s.length - 1); };
run(class extends App {
  next = 401;
  row(r) { return `{ "createdAt":"2026-01-01T00:00:00Z", ${r.description === undefined ? '' : '"description" : ' + JSON.stringify(r.description) + ', '}"name":\t${JSON.stringify(r.name)}, "id" : ${r.id % 2 ? r.id + '.0' : exp(r.id)} }`; }
  json(v, c, out) {
    if (Array.isArray(v)) return '[\n' + v.map(r => r.id ? this.row(r) : JSON.stringify(r)).join(',\n') + '\n]';
    if (v.code) return `{"trace":"${Math.random()}","status":${exp(v.status)},"message":${JSON.stringify('Fehler: ' + v.message)},"details":[],"code":"E"}`;
    return out.status === 201 ? this.row(v) : JSON.stringify(v);
  }
  async send(c, out) {
    const b = Buffer.from(this.json(out.body, c, out));
    c.res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    c.res.writeHead(out.status, { 'content-type': 'application/json', ...this.rateHeaders(c.rate), ...out.headers });
    for (let i = 0; i < b.length; i += 3) c.res.write(b.subarray(i, i + 3));
    c.res.end();
  }
});
