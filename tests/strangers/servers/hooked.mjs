// What e04, e06, e13 and e16 share: a correct server. `listen` takes the functions in which one differs.
import http from 'node:http';

const PORT = Number(process.argv[2]);
const KEY = process.env.KEY || 'test-key';
export const LIMIT = Number(process.env.LIMIT || 60);
export const WINDOW = Number(process.env.WINDOW_MS || 4000);

// ---- the store -------------------------------------------------------------
export const categories = [
  { id: 1, name: 'dog', description: 'barks' },
  { id: 2, name: 'cat' },
];
let lastId = 2;
export function nextId() { return ++lastId; }

function list() { return categories; }
function create(fresh) {
  const category = { id: nextId(), ...fresh };
  categories.push(category);
  return category;
}
function pet(req, res, rate) { send(res, 200, { id: 1, name: 'Rex' }, rate); }
function orders(req, res, rate) { send(res, 200, [], rate); }

// A fixed window, aligned to the clock; one bucket for the key, 401s are not counted.
let windowNumber = -1;
let used = 0;
function roll() {
  const now = Math.floor(Date.now() / WINDOW);
  if (now !== windowNumber) { windowNumber = now; used = 0; }
  return (windowNumber + 1) * WINDOW;
}
function idle() {
  const end = roll();
  return { limit: LIMIT, remaining: Math.max(0, LIMIT - used), reset: Math.ceil(end / 1000) };
}
function take() {
  const end = roll();
  const reset = Math.ceil(end / 1000);
  if (used >= LIMIT) return { limit: LIMIT, remaining: 0, reset, refused: true, wait: Math.max(1, Math.ceil((end - Date.now()) / 1000)) };
  used += 1;
  return { limit: LIMIT, remaining: LIMIT - used, reset };
}
function retryHeaders(req, rate) { return { 'Retry-After': String(rate.wait) }; }

// ---- answers ---------------------------------------------------------------
export function send(res, status, value, rate, more = {}) {
  const body = Buffer.from(JSON.stringify(value));
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.reset),
    ...more,
  });
  res.end(body);
}

export function fail(res, status, code, message, rate, more) {
  send(res, status, { code, message, status }, rate, more);
}

// The key must follow the scheme exactly; the scheme's case does not matter.
function authorized(req) {
  const match = /^Bearer +(.*)$/is.exec(req.headers.authorization || '');
  return match !== null && match[1] === KEY;
}

// Gives the NewCategory, or null where the body is none.
function parseCategory(bytes) {
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  if (!Object.hasOwn(value, 'name') || typeof value.name !== 'string') return null;
  if (value.name.trim() === '' || !value.name.isWellFormed()) return null;
  const result = { name: value.name };
  if (Object.hasOwn(value, 'description')) {
    if (typeof value.description !== 'string' || !value.description.isWellFormed()) return null;
    result.description = value.description;
  }
  return result;
}

// ---- routes ----------------------------------------------------------------
function handle(own, req, res, bytes) {
  const path = req.url.split('?')[0];
  if (!authorized(req)) {
    return fail(res, 401, 'unauthorized', 'A valid API key is needed.', own.idle(), { 'WWW-Authenticate': 'Bearer' });
  }
  const rate = own.take();
  if (rate.refused) {
    return fail(res, 429, 'rate_limited', 'Too many requests.', rate, own.retryHeaders(req, rate));
  }
  if (path === '/v1/categories' && req.method === 'GET') {
    return send(res, 200, own.list(), rate);
  }
  if (path === '/v1/categories' && req.method === 'POST') {
    const type = (req.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
    if (type !== 'application/json') return fail(res, 415, 'unsupported_media_type', 'Send application/json.', rate);
    const fresh = parseCategory(bytes);
    if (fresh === null) return fail(res, 400, 'invalid_category', 'The body is no valid category.', rate);
    return send(res, 201, own.create(fresh), rate);
  }
  if (path === '/v1/categories') {
    return fail(res, 405, 'method_not_allowed', 'Use GET or POST.', rate, { Allow: 'GET, POST' });
  }
  if (/^\/v1\/pets\/[^/]+$/.test(path) && req.method === 'GET') return own.pet(req, res, rate);
  if (path === '/v1/store/orders' && req.method === 'GET') return own.orders(req, res, rate);
  return fail(res, 404, 'not_found', 'Nothing here.', rate);
}

// Listens; `own` has functions that replace the usual ones.
export function listen(own) {
  const all = { list, create, pet, orders, idle, take, retryHeaders, ...own };
  http.createServer((req, res) => {
    const parts = [];
    req.on('data', (part) => parts.push(part));
    req.on('end', () => handle(all, req, res, Buffer.concat(parts)));
    req.on('error', () => {});
  }).listen(PORT, '127.0.0.1');
}
