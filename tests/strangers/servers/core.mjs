// The correct code that servers share. It is not a server.
import http from 'node:http';
export const KEY = process.env.KEY ?? '', LIMIT = Number(process.env.LIMIT || 60), WINDOW = Number(process.env.WINDOW_MS || 4000);
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export function bucket(limit, windowMs) {
  let end = 0, used = 0;
  return () => {
    const now = Date.now();
    if (now >= end) { end = now + windowMs; used = 0; }
    const ok = used < limit;
    if (ok) used++;
    return { ok, limit, remaining: limit - used, reset: Math.ceil(end / 1000), retry: Math.max(1, Math.ceil((end - now) / 1000)) };
  };
}
export const store = [];
let nextId = 1n;
export const add = (name, description) => { const c = { id: nextId++, name, ...(description === undefined ? {} : { description }) }; store.push(c); return c; };
add('dog', 'Loyal companions'); add('cat'); add('rabbit', 'Small and quiet');
export const plainCategory = (c) => `{"id":${c.id},"name":${JSON.stringify(c.name)}${c.description === undefined ? '' : `,"description":${JSON.stringify(c.description)}`}}`;
export function validate(buf) { // -> {name, description} or {error}
  let text, v;
  try { text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buf); } catch { return { error: ['malformed_body', 'The body is not UTF-8.'] }; }
  try { v = JSON.parse(text); } catch { return { error: ['malformed_body', 'The body is not valid JSON.'] }; }
  if (v === null || typeof v !== 'object' || Array.isArray(v)) return { error: ['invalid_body', 'The body must be a JSON object.'] };
  const own = (k) => (Object.hasOwn(v, k) ? v[k] : undefined);
  const name = own('name'), description = own('description');
  if (name === undefined) return { error: ['name_required', 'The field name is required.'] };
  if (typeof name !== 'string' || !name.isWellFormed()) return { error: ['name_invalid', 'The field name must be text.'] };
  if (name.trim() === '' || name.length > 255) return { error: ['name_invalid', 'The field name must hold 1 to 255 characters.'] };
  if (description !== undefined && (typeof description !== 'string' || !description.isWellFormed())) return { error: ['description_invalid', 'The field description must be text.'], name };
  if (description !== undefined && description.length > 4000) return { error: ['description_invalid', 'The field description must hold at most 4000 characters.'] };
  return { name, description };
}
export const readBody = (req) => new Promise((ok, no) => { const p = []; req.on('data', (d) => p.push(d)); req.on('end', () => ok(Buffer.concat(p))); req.on('error', no); req.on('aborted', () => no(new Error('aborted'))); });
export const headerKey = (req) => /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
export function serve(o = {}) {
  const forKey = bucket(LIMIT, WINDOW), forOthers = o.anonBucket ?? bucket(LIMIT, WINDOW);
  const cat = o.category ?? plainCategory;
  const error = o.error ?? ((status, code, message) => JSON.stringify({ code, message, status }));
  const write = o.write ?? ((req, res, status, headers, body) => { res.writeHead(status, headers); res.end(req.method === 'HEAD' ? undefined : body); });
  const keyOf = o.keyOf ?? headerKey;
  const server = http.createServer(async (req, res) => {
    try {
      const body = await readBody(req);
      if (o.before) await o.before(req);
      const valid = KEY !== '' && keyOf(req, res) === KEY;
      if (!valid && o.before401) await o.before401(req);
      const q = (valid ? forKey : forOthers)();
      const out = (status, text, extra = {}) => write(req, res, status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), 'X-RateLimit-Limit': String(q.limit), 'X-RateLimit-Remaining': String(q.remaining), 'X-RateLimit-Reset': String(q.reset), ...extra }, text);
      const fail = (status, code, message, extra) => out(status, error(status, code, message), extra);
      if (!valid) return fail(401, 'unauthorized', 'The API key is missing or not valid.', { 'WWW-Authenticate': 'Bearer realm="petstore"' });
      if (!q.ok) return fail(429, 'rate_limited', 'Too many requests.', { 'Retry-After': String(q.retry) });
      const path = req.url.split('?')[0], get = req.method === 'GET' || req.method === 'HEAD';
      if (path === '/v1/categories') {
        if (get) return out(200, '[' + store.map((c) => cat(c)).join(',') + ']');
        if (req.method !== 'POST') return fail(405, 'method_not_allowed', 'This method is not offered here.', { Allow: 'GET, HEAD, POST' });
        if ((req.headers['content-type'] ?? 'application/json').split(';')[0].trim().toLowerCase() !== 'application/json') return fail(415, 'unsupported_media_type', 'Send application/json.');
        if (body.length > 1 << 20) return fail(413, 'too_large', 'The body is too large.');
        const v = validate(body);
        if (v.error) { o.refused?.(v); return fail(400, ...v.error); }
        return out(201, cat(add(v.name, v.description)));
      }
      if (/^\/v1\/pets\/[^/]+$/.test(path) && get) return out(200, '{"id":1,"name":"Rex"}', { Deprecation: '@1735689600', Sunset: 'Thu, 31 Dec 2099 23:59:59 GMT' });
      if (path === '/v1/store/orders' && get) return out(200, '[]');
      return fail(404, 'not_found', 'There is nothing here.');
    } catch { res.destroy(); } finally { o.after?.(req); }
  });
  server.keepAliveTimeout = 30000;
  server.listen(Number(process.argv[2]), '127.0.0.1');
  return server;
}
