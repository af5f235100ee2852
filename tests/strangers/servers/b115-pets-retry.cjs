// META {"legal": false, "args": {"profile": "thorough"}, "what": "GET /pets/{petId} has a limiter of its own (one request in 2 s) whose 429 says Retry-After: 2s; the main limiter is right", "mustFail": ["limit.retry-after-value"]}
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
let lastPet = 0;
http.createServer(async (req, res) => {
  const body = await read(req);
  if (!authorised(req)) return send(res, 401, err(401, 'unauthorized', 'Key missing or invalid.'), { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': LIMIT, 'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 4 });
  const k = take();
  const h = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': k.remaining, 'X-RateLimit-Reset': k.reset };
  if (!k.ok) return send(res, 429, {}, { ...h, 'Retry-After': k.wait });
  if (req.url.startsWith('/v1/pets/')) {
    if (Date.now() - lastPet < 2000) return send(res, 429, err(429, 'pets_busy', 'Pets are slow.'), { ...h, 'Retry-After': '2s' });
    lastPet = Date.now();
  }
  const [s, b] = route(req, body); send(res, s, b, h);
}).listen(PORT, '127.0.0.1');
