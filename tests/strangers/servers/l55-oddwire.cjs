// META {"legal": true, "what": "raw sockets: one-byte chunks with extensions and trailers, gzip, upper-case header names, tabs around values, an early 103, repeated headers, ids above 2^53, windows aligned to the clock, two requests served after Remaining 0, Retry-After with leading zeros, any prefix before /v1"}
const net = require('net'), zlib = require('zlib');
const KEY = process.env.KEY, PORT = +process.argv[2], LIMIT = 60, W = 4000;
const cats = []; let next = 9007199254740993n, w = 0, n = 0;
const js = (c) => `{"description_length":${(c.description || '').length},"name":${JSON.stringify(c.name)},"id":${c.id}${c.description === undefined ? '' : `,"description":${JSON.stringify(c.description)}`},"_links":{"self":"\\/categories\\/${c.id}"}}`;
const err = (s, c, m) => `{\r\n\t"status" : ${s}.0 ,\r\n\t"message" : "${m}",\r\n\t"code" : "${c}",\r\n\t"trace" : null\r\n}`;
function create(buf) {
  let v;
  try { v = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buf)); } catch { return [400, err(400, 'E_JSON', 'no JSON')]; }
  if (v === null || typeof v !== 'object' || Array.isArray(v) || typeof v.name !== 'string' || (v.description !== undefined && v.description !== null && typeof v.description !== 'string')) return [400, err(400, 'E_BODY', 'not a NewCategory')];
  const c = { id: next, name: v.name }; next += 2n; if (typeof v.description === 'string') c.description = v.description;
  cats.push(c); return [201, js(c)];
}
function answer(sock, req) {
  const t = Date.now(), cur = Math.floor(t / W); if (cur !== w) { w = cur; n = 0; }
  const m = /^bearer +(\S+)$/i.exec(req.h.authorization || ''); const ok = m && m[1] === KEY;
  let rem = LIMIT, s, b, extra = '';
  const p = req.path.split('?')[0].replace(/^.*\/v1\//, '/');
  if (!ok) { s = 401; b = err(401, 'E_KEY', 'give a key'); extra = 'WWW-AUTHENTICATE: Bearer realm="a, b"\r\nWWW-AUTHENTICATE: Basic realm="old"\r\n'; }
  else {
    n++; rem = Math.max(0, LIMIT - n);
    if (n > LIMIT + 2) { s = 429; b = ''; extra = `RETRY-AFTER:\t0${Math.max(1, Math.ceil(((w + 1) * W - t) / 1000))}  \r\n`; }
    else if (p === '/categories' && req.method === 'GET') { s = 200; b = '[\n' + [...cats].reverse().map(js).join(' ,\n') + '\n]\n'; }
    else if (p === '/categories' && req.method === 'POST') [s, b] = create(req.body);
    else if (p === '/store/orders') { s = 200; b = '{"orders":[]}'; }
    else { s = 404; b = err(404, 'E_PATH', 'nothing here'); }
  }
  let body = Buffer.from(b); let ce = '';
  if (body.length && /gzip/.test(req.h['accept-encoding'] || '')) { body = zlib.gzipSync(body); ce = 'CONTENT-ENCODING: gzip\r\n'; }
  let o = `HTTP/1.1 ${s} \r\nDATE: ${new Date().toUTCString()}\r\nCONTENT-TYPE: Application/JSON ; Charset="UTF-8"\r\nVARY: Accept-Encoding\r\nVARY: Origin\r\nSET-COOKIE: a=1\r\nSET-COOKIE: b=2\r\nX-RATELIMIT-LIMIT:\t ${LIMIT} \t\r\nX-RATELIMIT-REMAINING:${rem}\r\nX-RATELIMIT-RESET:   ${(w + 1) * W / 1000}\t\r\n${extra}${ce}TRANSFER-ENCODING: Chunked\r\nTRAILER: X-Sum\r\n\r\n`;
  if (s === 201) o = 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\nX-RateLimit-Remaining: 99\r\n\r\n' + o;
  sock.write(o);
  const parts = [];
  if (body.length > 400) parts.push(Buffer.from(`000${body.length.toString(16).toUpperCase()};q="a;b"\r\n`), body, Buffer.from('\r\n'));
  else for (const x of body) parts.push(Buffer.from('1;x=y\r\n'), Buffer.from([x]), Buffer.from('\r\n'));
  parts.push(Buffer.from('000;last\r\nX-Sum: 1\r\nX-RateLimit-Limit: 7\r\n\r\n'));
  sock.write(Buffer.concat(parts));
}
net.createServer((sock) => {
  let buf = Buffer.alloc(0); sock.on('error', () => {}); sock.setNoDelay(true);
  sock.on('data', (d) => {
    buf = Buffer.concat([buf, d]);
    for (;;) {
      const i = buf.indexOf('\r\n\r\n'); if (i < 0) return;
      const ls = buf.subarray(0, i).toString('latin1').split('\r\n'), [method, path] = ls[0].split(' '), h = {};
      for (const l of ls.slice(1)) { const k = l.indexOf(':'); h[l.slice(0, k).toLowerCase()] = l.slice(k + 1).trim(); }
      let body, end;
      if (/chunked/i.test(h['transfer-encoding'] || '')) {
        let q = i + 4; const bs = [];
        for (;;) { const e = buf.indexOf('\r\n', q); if (e < 0) return; const L = parseInt(buf.subarray(q, e).toString(), 16); if (buf.length < e + 2 + L + 2) return; bs.push(buf.subarray(e + 2, e + 2 + L)); q = e + 2 + L + 2; if (!L) break; }
        body = Buffer.concat(bs); end = q;
      } else { const L = +(h['content-length'] || 0); if (buf.length < i + 4 + L) return; end = i + 4 + L; body = buf.subarray(i + 4, end); }
      buf = buf.subarray(end);
      answer(sock, { method, path, h, body });
      if (/close/i.test(h.connection || '')) sock.end();
    }
  });
}).listen(PORT, '127.0.0.1');
