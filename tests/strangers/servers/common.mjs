// The correct baseline server. Each stranger extends App and changes one thing.
import http from 'node:http';
export const KEY = process.env.KEY || 'test-Key_0123456789-xyz';
export const W = Number(process.env.WINDOW_MS || 60000), LIMIT = Number(process.env.LIMIT || 60);
export const sleep = ms => new Promise(r => setTimeout(r, ms));

/** Fixed windows, aligned to the clock. */
export class Fixed {
  constructor(limit = LIMIT, win = W) { this.limit = limit; this.win = win; this.m = new Map(); }
  take(id, cost = 1) {
    const now = Date.now(), start = Math.floor(now / this.win) * this.win, end = start + this.win;
    let b = this.m.get(id);
    if (!b || b.start !== start) this.m.set(id, b = { start, used: 0 });
    const ok = b.used + cost <= this.limit;
    if (ok) b.used += cost;
    return { ok, limit: this.limit, remaining: this.limit - b.used, reset: Math.ceil(end / 1000), wait: end - now, used: b.used };
  }
}
export class App {
  rows = []; next = 1; limiter = new Fixed();
  auth(req, c) { const m = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? ''); return !!m && m[1] === KEY; }
  rate(c) { return this.limiter.take(c.ok ? 'key' : 'anon'); }
  rateHeaders(r, c, out) { return { 'X-RateLimit-Limit': r.limit, 'X-RateLimit-Remaining': Math.max(0, r.remaining), 'X-RateLimit-Reset': r.reset }; }
  retry(r) { return Math.max(1, Math.ceil(r.wait / 1000)); }
  error(status, code, message, headers = {}) { return { status, headers, body: { code, message, status } }; }
  unauthorized(c) { return this.error(401, 'unauthorized', 'The API key is missing or invalid.', { 'WWW-Authenticate': 'Bearer realm="petstore"' }); }
  tooMany(c) { return this.error(429, 'rate_limited', 'Too many requests.', { 'Retry-After': this.retry(c.rate) }); }
  bad(message, c) { return this.error(400, 'invalid_request', message); }
  parse(buf, c) { return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buf)); }
  validate(v) {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) return 'The body must be an object.';
    if (typeof v.name !== 'string' || !v.name.trim() || !v.name.isWellFormed()) return 'name must be a text that is not blank.';
    if ('description' in v && (typeof v.description !== 'string' || !v.description.isWellFormed())) return 'description must be a text.';
    return null;
  }
  newId(v) { return this.next++; }
  insert(v, c) {
    const row = { id: this.newId(v), name: v.name };
    if (v.description !== undefined) row.description = v.description;
    this.rows.push(row);
    return row;
  }
  created(row, v, c) { return { status: 201, headers: {}, body: row }; }
  list(c) { return { status: 200, headers: {}, body: this.rows }; }
  create(c) {
    if (!/^application\/json\s*(;|$)/i.test(c.req.headers['content-type'] ?? '')) return this.error(415, 'unsupported_media_type', 'Send application/json.');
    let v;
    try { v = this.parse(c.body, c); } catch { return this.bad('The body is not JSON.', c); }
    const why = this.validate(v, c);
    if (why) return this.bad(why, c);
    const row = this.insert(v, c);
    return this.created(row, v, c);
  }
  pets(c) { return { status: 200, headers: { Deprecation: 'true', Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' }, body: { id: 1, name: 'Rex' } }; }
  orders(c) { return { status: 200, headers: {}, body: [] }; }
  notFound(c) { return this.error(404, 'not_found', 'No such resource.'); }
  route(c) {
    const { path, req: { method } } = c;
    if (!c.ok) return this.unauthorized(c);
    if (path === '/v1/categories') {
      if (method === 'GET') return this.list(c);
      if (method === 'POST') return this.create(c);
      return this.error(405, 'method_not_allowed', 'Use GET or POST.', { Allow: 'GET, POST' });
    }
    if (method === 'GET' && /^\/v1\/pets\/[^/]+$/.test(path)) return this.pets(c);
    if (method === 'GET' && path === '/v1/store/orders') return this.orders(c);
    return this.notFound(c);
  }
  json(v, c) { return JSON.stringify(v); }
  send(c, out) {
    const text = out.raw ?? this.json(out.body, c, out);
    const h = { 'Content-Type': 'application/json', ...this.rateHeaders(c.rate, c, out), ...out.headers };
    if (!('Transfer-Encoding' in h)) h['Content-Length'] = Buffer.byteLength(text);
    c.res.writeHead(out.status, h);
    c.res.end(text);
  }
  async handle(req, res) {
    const parts = [];
    for await (const p of req) parts.push(p);
    const c = { req, res, path: req.url.split('?')[0], body: Buffer.concat(parts) };
    c.ok = this.auth(req, c);
    c.rate = this.rate(c);
    const out = await (c.rate.ok ? this.route(c) : this.tooMany(c));
    await this.send(c, out);
  }
  /** A response from something in front of the service, without rate-limit headers. */
  front(res, status, text, headers = {}) {
    res.writeHead(status, { 'Content-Type': 'text/html', 'Content-Length': Buffer.byteLength(text), ...headers });
    res.end(text);
  }
}
export function run(Class) {
  const app = new Class();
  const server = http.createServer((req, res) => app.handle(req, res).catch(() => res.destroy()));
  server.keepAliveTimeout = 30000;
  app.tune?.(server);
  process.on('SIGTERM', () => process.exit(0));
  server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
}
