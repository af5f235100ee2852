// Legal and broken servers, selected by MODE; each file that requires it sets one in its META.
const http = require('http');
const KEY = process.env.KEY, PORT = +process.argv[2];
const MODE = process.env.MODE; const LIMIT = 60, WINDOW = Number(process.env.WINDOW_MS || 4000);
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
let posts = 0; let flight = 0, cached = null; let lastPet = 0; const conns = new WeakMap();
// legal: token bucket, 15 a second, Retry-After: 0 (the next token comes in less than 67 ms), Reset = time of the next whole token
let bk = { tok: 60, at: Date.now() };
function bz() { const t = Date.now(); bk.tok = Math.min(60, bk.tok + (t - bk.at) * 0.015); bk.at = t; const ok = bk.tok >= 1; if (ok) bk.tok--; return { ok, remaining: Math.floor(bk.tok), reset: Math.floor(t / 1000) + 1, wait: 0 }; }
http.createServer(async (req, res) => {
  const body = await read(req);
  const p = req.url.split('?')[0];
  flight++; res.on('close', () => flight--);
  const tok = (/^bearer +(.*)$/i.exec(req.headers.authorization || '') || [])[1];
  let ok = tok === KEY;
  if (MODE === 'conn-auth-bad') { if (ok) conns.set(req.socket, 1); else if (tok && conns.has(req.socket)) ok = true; } // broken: auth.key-invalid / key-exact
  if (MODE === 'ends-with' && tok) ok = tok.endsWith(KEY); // broken: auth.key-exact: anything before the key
  let h401 = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': LIMIT, 'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 4 };
  if (MODE === 'pets-all-good' && p.startsWith('/v1/pets/')) {                         // a limiter for /pets in front of auth, counts all
    if (Date.now() - lastPet < 1000) return send(res, 429, err(429, 'pets_busy', 'Pets are slow.'), { ...h401, 'X-RateLimit-Remaining': 5, 'Retry-After': 1 });
    lastPet = Date.now();
  }
  if (!ok) return send(res, 401, err(401, 'unauthorized', 'Key missing or invalid.'), h401);
  const k = MODE === 'bucket-zero' ? bz() : take();
  const h = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': k.remaining, 'X-RateLimit-Reset': k.reset };
  if (!k.ok) {
    const r = { ...h, 'Retry-After': k.wait };
    if (MODE === '429-no-remaining') delete r['X-RateLimit-Remaining'];               // broken: headers.present
    if (MODE === 'two-retry-same') r['Retry-After'] = [String(k.wait), String(k.wait)]; // advisory headers.form
    return send(res, 429, {}, r);
  }
  if (MODE === 'pets-dead' && p.startsWith('/v1/pets/')) return send(res, 429, err(429, 'quota', 'no pets'), { ...h, 'Retry-After': '2s' }); // broken: limit.retry-after-value
  if (MODE === 'conc-over') { await sleep(12); if (flight > 1) h['X-RateLimit-Remaining'] = 60 + flight; }
  if (MODE === 'joined') h['X-RateLimit-Remaining'] = k.remaining + ', ' + Math.max(0, k.remaining - 3); // broken: headers.present or .remaining
  if (MODE === 'cache-400' && req.method === 'POST' && cached && Date.now() - cached.t < (Number(process.env.CACHE_MS) || 60)) return send(res, 400, cached.b, { ...h, 'X-Cache': 'HIT' }); // broken: create.created
  let [s, b] = route(req, body);
  const undo = (st, c) => { cats.pop(); [s, b] = [st, err(st, c, 'Refused: ' + c)]; };
  if (s === 201) {
    posts++;
    if (MODE === 'third-400' && posts % 3 === 2) undo(400, 'sometimes');                       // broken: create.created: every third valid creation is refused
    if (MODE === 'nodesc-unique' && cats.slice(0, -1).some((c) => c.description === b.description)) undo(409, 'duplicate'); // the same, NULL included
  }
  if (MODE === 'cache-400' && s === 400) cached = { b, t: Date.now() };
  if (MODE === 'late-no-name' && s === 200 && Array.isArray(b) && p.endsWith('categories')) b = b.map((c, i) => i < b.length - 6 ? { id: c.id, title: c.name } : c); // broken: list.category (old elements)
  if (MODE === 'echo-desc' && s === 201 && b.description) b = { ...b, description: b.description.slice(0, 12) }; // 201 cut to 12: broken: create.fields
  if (MODE === 'dup-ct') return (() => { const d = JSON.stringify(b); res.writeHead(s, [['Content-Type', 'application/json'], ['content-type', 'text/plain'], ['Content-Length', String(Buffer.byteLength(d))], ...Object.entries(h).map(([a, c]) => [a, String(c)])].flat()); res.end(d); })();
  if (MODE === 'same-limit-twice') h['X-RateLimit-Limit'] = ['60', '60'];             // advisory headers.form
  send(res, s, b, h);
}).listen(PORT, '127.0.0.1');
