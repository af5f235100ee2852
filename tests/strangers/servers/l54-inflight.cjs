// META {"legal": true, "what": "at most two requests of one key in flight; a third gets a stray 429 (Remaining above 0, Retry-After 1); 25 ms latency; fixed window 60 per 4 s starting at its first request"}
const http = require('http');
const KEY = process.env.KEY, PORT = +process.argv[2];
const LIMIT = 60, WINDOW = 4000;
const cats = []; let nextId = 1;
let win = { start: 0, n: 0 };
function take() { // fixed window, starts with the first request in it
  const t = Date.now();
  if (t - win.start >= WINDOW) win = { start: t, n: 0 };
  win.n++;
  return { ok: win.n <= LIMIT, remaining: Math.max(0, LIMIT - win.n), reset: Math.ceil((win.start + WINDOW) / 1000), wait: Math.max(1, Math.ceil((win.start + WINDOW - t) / 1000)) };
}
function authorised(req) {
  const m = /^bearer +(\S+)$/i.exec(req.headers.authorization || '');
  return !!m && m[1] === KEY;
}
function read(req) { return new Promise((res) => { const b = []; req.on('data', (d) => b.push(d)); req.on('end', () => res(Buffer.concat(b))); }); }
function send(res, status, body, headers = {}) {
  const s = JSON.stringify(body);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(s), ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}), ...headers });
  res.end(s);
}
const err = (status, code, message) => ({ code, message, status });
function create(buf) {
  let v;
  try { v = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buf)); } catch { return [400, err(400, 'malformed', 'The body is not JSON.')]; }
  if (v === null || typeof v !== 'object' || Array.isArray(v)) return [400, err(400, 'invalid', 'The body must be an object.')];
  if (typeof v.name !== 'string' || !v.name.trim()) return [400, err(400, 'invalid', 'name is required and must be text.')];
  if (v.description !== undefined && typeof v.description !== 'string') return [400, err(400, 'invalid', 'description must be text.')];
  const c = { id: nextId++, name: v.name }; if (v.description !== undefined) c.description = v.description;
  cats.push(c); return [201, c];
}
function route(req, body) {
  const p = req.url.split('?')[0];
  if (p === '/v1/categories' && req.method === 'GET') return [200, cats];
  if (p === '/v1/categories' && req.method === 'POST') return create(body);
  if (p === '/v1/categories') return [405, err(405, 'method', 'Not allowed.')];
  if (/^\/v1\/pets\/[^/]+$/.test(p) && req.method === 'GET') return [200, { id: 1, name: 'Rex' }];
  if (p === '/v1/store/orders' && req.method === 'GET') return [200, []];
  return [404, err(404, 'not_found', 'No such thing.')];
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
let flight = 0;
http.createServer(async (req, res) => {
  const body = await read(req);
  if (!authorised(req)) { await sleep(5); return send(res, 401, err(401, 'unauthorized', 'Key missing or invalid.'), { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': LIMIT, 'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 4 }); }
  const t = Date.now(); if (t - win.start >= WINDOW) win = { start: t, n: 0 };
  const h0 = () => ({ 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': Math.max(0, LIMIT - win.n), 'X-RateLimit-Reset': Math.ceil((win.start + WINDOW) / 1000) });
  if (flight >= 2) return send(res, 429, { error: 'too many at once' }, { ...h0(), 'Retry-After': 1 });
  const k = take();
  const h = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': k.remaining, 'X-RateLimit-Reset': k.reset };
  if (!k.ok) return send(res, 429, {}, { ...h, 'Retry-After': k.wait });
  flight++; await sleep(25); flight--;
  const [s, b] = route(req, body); send(res, s, b, h);
}).listen(PORT, '127.0.0.1');
