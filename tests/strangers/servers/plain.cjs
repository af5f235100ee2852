// A correct server. Each file that uses it replaces the parts that it names.
'use strict';
const http = require('http');
const KEY = process.env.KEY || 'test-key-0123456789abcdef';
const PORT = Number(process.argv[2]);
const LIMIT = Number(process.env.LIMIT || 60);
const WINDOW = Number(process.env.WINDOW_MS || 4000);
const store = [];
let nextId = 1;

const buckets = new Map();
// A fixed window for each client, which begins with the client's first request.
function windowOf(who) {
  const now = Date.now();
  let b = buckets.get(who);
  if (!b || now >= b.end) buckets.set(who, b = { used: 0, end: now + WINDOW });
  return b;
}
function usage(b) {
  return { limit: LIMIT, remaining: LIMIT - b.used, reset: Math.ceil(b.end / 1000) };
}

function token(header) {
  return (/^bearer +(.+)$/i.exec(header || '') || [])[1];
}

function add(given) {
  const category = { id: nextId++, ...given };
  store.push(category);
  return category;
}

const parts = {
  // Called before and after a request is counted; both may wait.
  before: undefined,
  after: undefined,
  take(who) {
    const b = windowOf(who);
    const ok = b.used < LIMIT;
    if (ok) b.used++;
    return { ok, ...usage(b), end: b.end, retry: String(Math.max(1, Math.ceil((b.end - Date.now()) / 1000))) };
  },
  shown: (rate) => rate,
  authorised: (header) => token(header) === KEY,
  // If this is replaced, it responds without counting.
  unauthorised: undefined,
  parse,
  create: (res, rate, given) => send(res, rate, 201, add(given)),
  list: (res, rate) => send(res, rate, 200, store),
};

function send(res, rate, status, body, extra) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const shown = parts.shown(rate, status);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-RateLimit-Limit': String(shown.limit),
    'X-RateLimit-Remaining': String(shown.remaining),
    'X-RateLimit-Reset': String(shown.reset),
    ...extra,
  });
  res.end(text);
}

function fail(res, rate, status, code, message, extra) {
  send(res, rate, status, { code, message, status }, extra);
}

function readBody(req) {
  return new Promise((resolve, reject) => {
    const parts = [];
    req.on('data', (d) => parts.push(d));
    req.on('end', () => resolve(Buffer.concat(parts)));
    req.on('error', reject);
  });
}

// A NewCategory, or a message that says what is wrong with it.
function parse(buffer) {
  let v;
  try {
    v = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer));
  } catch {
    return 'the body is not JSON';
  }
  if (v === null || typeof v !== 'object' || Array.isArray(v)) return 'the body is no object';
  if (typeof v.name !== 'string' || v.name.trim() === '') return 'name must be a text';
  if (v.description !== undefined && typeof v.description !== 'string') return 'description must be a text';
  return v.description === undefined ? { name: v.name } : { name: v.name, description: v.description };
}

function operation(method, path) {
  if (path === '/v1/categories') return method === 'GET' ? 'list' : method === 'POST' ? 'create' : 'method';
  if (/^\/v1\/pets\/[^/]+$/.test(path)) return method === 'GET' ? 'pet' : 'method';
  if (path === '/v1/store/orders') return method === 'GET' ? 'orders' : 'method';
  return 'none';
}

// Starts the server, with these parts in place of its own.
function serve(replaced) {
  Object.assign(parts, replaced);
  http.createServer(async (req, res) => {
    const op = operation(req.method, req.url.split('?')[0]);
    const valid = parts.authorised(req.headers.authorization, op);
    if (!valid && parts.unauthorised !== undefined) {
      req.resume();
      return parts.unauthorised(res);
    }
    await parts.before?.(op, valid, req);
    const rate = parts.take(valid ? 'key' : 'anonymous', op);
    await parts.after?.(op, valid, rate);
    if (!rate.ok) {
      req.resume();
      return fail(res, rate, 429, 'rate_limited', 'Too many requests', { 'Retry-After': rate.retry });
    }

    if (!valid) {
      req.resume();
      return fail(res, rate, 401, 'unauthorized', 'Missing or invalid API key', { 'WWW-Authenticate': 'Bearer realm="petstore"' });
    }

    if (op === 'create') {
      const buffer = await readBody(req).catch(() => null);
      if (buffer === null) return;
      if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] || '')) {
        return fail(res, rate, 415, 'unsupported_media_type', 'Send application/json');
      }
      const given = parts.parse(buffer);
      if (typeof given === 'string') return fail(res, rate, 400, 'invalid_category', given);
      return parts.create(res, rate, given);
    }
    req.resume();
    if (op === 'list') return parts.list(res, rate);
    if (op === 'pet') return send(res, rate, 200, { id: 1, name: 'Rex' }, { Deprecation: 'true', Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' });
    if (op === 'orders') return send(res, rate, 200, []);
    if (op === 'method') return fail(res, rate, 405, 'method_not_allowed', 'Not here', { Allow: 'GET' });
    return fail(res, rate, 404, 'not_found', 'No such path');
  }).listen(PORT, '127.0.0.1', () => console.log('ready'));
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A window aligned to the clock.
function alignedTake(who) {
  const now = Date.now();
  const end = (Math.floor(now / WINDOW) + 1) * WINDOW;
  if (buckets.get(who)?.end !== end) buckets.set(who, { used: 0, end });
  const b = buckets.get(who);
  const ok = b.used < LIMIT;
  if (ok) b.used++;
  return { ok, ...usage(b), end, retry: String(Math.max(1, Math.ceil((end - now) / 1000))) };
}

module.exports = { sleep, alignedTake, buckets, KEY, LIMIT, WINDOW, store, windowOf, usage, token, add, parse, send, fail, serve, take: parts.take };
