// Legal and broken servers, selected by MODE; each file that requires it sets one in its META.
const http = require('http');
const KEY = process.env.KEY, PORT = +process.argv[2];
const MODE = process.env.MODE; const LIMIT = 60, WINDOW = MODE === "early-retry" ? 20000 : MODE === "early-retry4" ? 4000 : Number(process.env.WINDOW_MS || 4000);
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
if (MODE === 'old-null') cats.push({ id: 900001, name: 'dog', description: 'a dog' }, { id: 900002, name: 'old cat', description: null }); // broken: list.category
if (MODE === 'int-strings') cats.push({ id: 900001, name: 'dog', description: 7 });
let posts = 0, lastPost = 0; let flight = 0, cached = null; let lastPet = 0, errCount = 0; const conns = new WeakMap();
// legal: sliding-window counter (previous window weighted), Reset = end of the current window, Retry-After exact
let sw = { w: 0, cur: 0, prev: 0 };
function swc() {
  const t = Date.now(), w = Math.floor(t / WINDOW);
  if (w !== sw.w) sw = { w, cur: 0, prev: w === sw.w + 1 ? sw.cur : 0 };
  const f = (t % WINDOW) / WINDOW, est = sw.prev * (1 - f) + sw.cur, ok = est + 1 <= LIMIT;
  if (ok) sw.cur++;
  let d = 1; for (; d < 10; d++) { const tt = t + d * 1000, ww = Math.floor(tt / WINDOW), ff = (tt % WINDOW) / WINDOW; const [p, c] = ww === w ? [sw.prev, sw.cur] : ww === w + 1 ? [sw.cur, 0] : [0, 0]; if (p * (1 - ff) + c + 1 <= LIMIT) break; }
  return { ok, remaining: Math.max(0, Math.floor(LIMIT - est - (ok ? 1 : 0))), reset: (w + 1) * WINDOW / 1000, wait: d };
}
// legal: token bucket, 15 a second, Retry-After: 0 (the next token comes in less than 67 ms), Reset = time of the next whole token
let bk = { tok: 60, at: Date.now() };
function bz() { const t = Date.now(); bk.tok = Math.min(60, bk.tok + (t - bk.at) * 0.015); bk.at = t; const ok = bk.tok >= 1; if (ok) bk.tok--; return { ok, remaining: Math.floor(bk.tok), reset: Math.floor(t / 1000) + 1, wait: 0 }; }
http.createServer(async (req, res) => {
  const body = await read(req);
  if (MODE === 'prefix') req.url = req.url.replace(/^\/[^/]+\//, '/v1/').replace(/^\/v1\/v1\//, '/v1/');
  const p = req.url.split('?')[0];
  if (MODE === 'slash') { if (p.endsWith('/')) req.url = req.url.replace(/\/$/, ''); else { res.writeHead(308, { Location: p + '/' }); return res.end(); } }
  if (MODE === 'conn-auth' && /^bearer /i.test(req.headers.authorization || '') && req.headers.authorization.slice(7) === KEY) conns.set(req.socket, 1);
  flight++; res.on('close', () => flight--);
  const tok = (/^bearer +(.*)$/i.exec(req.headers.authorization || '') || [])[1];
  let ok = tok === KEY;
  if (MODE === 'split-space' && tok) ok = tok.split(' ')[0] === KEY;               // broken?: auth.key-exact: "Bearer KEY anything"
  if (MODE === 'strip-equals' && tok) ok = tok.replace(/=+$/, '') === KEY;          // broken?: auth.key-exact: trailing =
  if (MODE === 'comma' && tok) ok = tok.split(',')[0].trim() === KEY;               // broken?: auth.key-exact: repeated/joined field
  if (MODE === 'strip-digits' && tok) ok = tok.replace(/\d+$/, '') === KEY;         // broken?: auth.key-exact: trailing digits
  if (MODE === 'conn-auth') ok = ok || (conns.has(req.socket) && !req.headers.authorization); // broken: auth.key-missing
  if (MODE === 'conn-auth-bad') { if (ok) conns.set(req.socket, 1); else if (tok && conns.has(req.socket)) ok = true; } // broken: auth.key-invalid / key-exact
  if (MODE === 'ends-with' && tok) ok = tok.endsWith(KEY); // broken: auth.key-exact: anything before the key
  if (MODE === 'query-key') ok = ok || /api_key=/.test(req.url);
  if (MODE === 'ip-first') {                                                        // legal: limiter before auth, by address; 401 counts
    const k = take(); const h = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': k.remaining, 'X-RateLimit-Reset': k.reset };
    if (!k.ok) return send(res, 429, {}, { ...h, 'Retry-After': k.wait });
    if (!ok) return send(res, 401, err(401, 'unauthorized', 'Key missing or invalid.'), h);
    const [s, b] = route(req, body); return send(res, s, b, h);
  }
  let h401 = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': LIMIT, 'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 4 };
  if (/^pets-all/.test(MODE) && p.startsWith('/v1/pets/')) {                         // a limiter for /pets in front of auth, counts all
    if (Date.now() - lastPet < 1000) return send(res, 429, err(429, 'pets_busy', 'Pets are slow.'), { ...h401, 'X-RateLimit-Remaining': 5, 'Retry-After': MODE === 'pets-all-bad' ? '1s' : 1 });
    lastPet = Date.now();
  }
  if (!ok) {
    errCount++;
    if (MODE === 'late-401' && errCount > 8) return send(res, 401, { ...err(401, 'unauthorized', 'Key missing or invalid.'), status: '401' }, h401); // broken: errors.shape
    return send(res, 401, err(401, 'unauthorized', 'Key missing or invalid.'), h401);
  }
  const k = MODE === 'sw-counter' ? swc() : MODE === 'bucket-zero' ? bz() : take();
  const h = { 'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': k.remaining, 'X-RateLimit-Reset': k.reset };
  if (!k.ok) {
    const r = { ...h, 'Retry-After': k.wait };
    if (MODE === 'early-retry' || MODE === 'early-retry4') r['Retry-After'] = 1;      // broken: limit.recovers (20 s), undecidable (4 s)
    if (MODE === 'zero-retry') r['Retry-After'] = 0;                                  // legal? no: see below
    if (MODE === '429-no-remaining') delete r['X-RateLimit-Remaining'];               // broken: headers.present
    if (MODE === 'two-retry') r['Retry-After'] = [String(k.wait), '3600'];            // repeated, different
    if (MODE === 'two-retry-same') r['Retry-After'] = [String(k.wait), String(k.wait)]; // advisory headers.form
    if (MODE === 'rfc850') r['Retry-After'] = new Date((k.reset) * 1000).toUTCString().replace(/^(\w+), (\d+) (\w+) \d\d(\d\d)/, (m, d, a, b, c) => ({ Sun: 'Sunday', Mon: 'Monday', Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday', Fri: 'Friday', Sat: 'Saturday' }[d]) + `, ${a}-${b}-${c}`);
    if (MODE === 'plus') r['Retry-After'] = '+' + k.wait;                             // broken: limit.retry-after-value
    if (MODE === 'only-post-429') { if (req.method === 'GET') { const [s, b] = route(req, body); return send(res, s, b, h); } } // broken: limit.enforced
    return send(res, 429, {}, r);
  }
  if (MODE === 'pets-dead' && p.startsWith('/v1/pets/')) return send(res, 429, err(429, 'quota', 'no pets'), { ...h, 'Retry-After': '2s' }); // broken: limit.retry-after-value
  if (MODE === 'html-parser-400' && p === '/v1/categories' && req.method === 'POST') {
    let bad = false; try { JSON.parse(body.toString()); } catch { bad = true; }
    if (bad) { h['Content-Type'] = 'text/html'; }                                     // broken: errors.media-type
  }
  if (MODE === 'pets-dead-good' && p.startsWith('/v1/pets/')) return send(res, 429, err(429, 'quota', 'no pets'), { ...h, 'Retry-After': 2 }); // legal?
  if (/^conc-/.test(MODE)) { await sleep(12); if (flight > 1) { if (MODE === 'conc-reset-ms') h['X-RateLimit-Reset'] = k.reset * 1000; if (MODE === 'conc-limit') { h['X-RateLimit-Limit'] = Math.floor(60 / flight); h['X-RateLimit-Remaining'] = Math.min(k.remaining, h['X-RateLimit-Limit']); } if (MODE === 'conc-over') h['X-RateLimit-Remaining'] = 60 + flight; if (MODE === 'conc-blank') h['X-RateLimit-Remaining'] = ''; } }
  if (MODE === 'joined') h['X-RateLimit-Remaining'] = k.remaining + ', ' + Math.max(0, k.remaining - 3); // broken: headers.present or .remaining
  if (MODE === 'cache-400' && req.method === 'POST' && cached && Date.now() - cached.t < (Number(process.env.CACHE_MS) || 60)) return send(res, 400, cached.b, { ...h, 'X-Cache': 'HIT' }); // broken: create.created
  if (MODE === 'slow') await sleep(1500);                                             // legal: too slow to use up 60 in 4 s
  let [s, b] = route(req, body);
  const undo = (st, c) => { cats.pop(); [s, b] = [st, err(st, c, 'Refused: ' + c)]; };
  if (s === 201) {
    posts++;
    if (MODE === 'third-400' && posts % 3 === 2) undo(400, 'sometimes');                       // broken: create.created: every third valid creation is refused
    if (MODE === 'third-500' && posts % 3 === 2) undo(500, 'sometimes');                       // broken: create.created
    if (MODE === 'desc-unique' && cats.slice(0, -1).some((c) => c.description !== undefined && c.description === b.description)) undo(409, 'duplicate'); // broken: create.created (uniqueness on the wrong column)
    if (MODE === 'nodesc-unique' && cats.slice(0, -1).some((c) => c.description === b.description)) undo(409, 'duplicate'); // the same, NULL included
    if (MODE === 'slug-unique' && cats.slice(0, -1).some((c) => c.name.slice(0, 8) === b.name.slice(0, 8))) undo(409, 'duplicate'); // unique index on the first 8 letters
    if (MODE === 'burst-400' && Date.now() - lastPost < 40) undo(400, 'too_fast'); else lastPost = Date.now(); // creations closer than 40 ms refused with 400
  }
  if (MODE === 'cache-400' && s === 400) cached = { b, t: Date.now() };
  if (MODE === 'late-string-id' && s === 200 && Array.isArray(b) && p.endsWith('categories')) b = b.map((c) => c.id > 7 ? { ...c, id: String(c.id) } : c); // broken: list.category
  if (MODE === 'late-no-name' && s === 200 && Array.isArray(b) && p.endsWith('categories')) b = b.map((c, i) => i < b.length - 6 ? { id: c.id, title: c.name } : c); // broken: list.category (old elements)
  if (MODE === 'late-500' && s === 201 && cats.length > 7) { cats.pop(); [s, b] = [500, err(500, 'internal', 'Sorry.')]; } // broken: create.created, from the 8th on
  if (MODE === 'late-drop' && s === 200 && Array.isArray(b) && p.endsWith('categories')) b = b.slice(0, 7);  // broken: list.complete
  if (MODE === 'echo-desc' && s === 201 && b.description) b = { ...b, description: b.description.slice(0, 12) }; // 201 cut to 12: broken: create.fields
  if (MODE === 'dup-ct') return (() => { const d = JSON.stringify(b); res.writeHead(s, [['Content-Type', 'application/json'], ['content-type', 'text/plain'], ['Content-Length', String(Buffer.byteLength(d))], ...Object.entries(h).map(([a, c]) => [a, String(c)])].flat()); res.end(d); })();
  if (MODE === 'same-limit-twice') h['X-RateLimit-Limit'] = ['60', '60'];             // advisory headers.form
  if (MODE === 'list-form') h['X-RateLimit-Limit'] = '60, 60;w=4';                    // draft quota policy form: broken: headers.limit
  send(res, s, b, h);
}).listen(PORT, '127.0.0.1');
