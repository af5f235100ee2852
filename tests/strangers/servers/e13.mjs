// META {"legal": true, "what": "the limiter is INCR and EXPIRE on every request: the window starts anew with each request of the key and ends only after a quiet time", "mustFail": [], "mayFail": [], "mayWarn": []}
// After apache/shenyu#6649 (TTL reset on every increment, the counter resets only after a quiet period) and JhaSourav07/commitpulse#1210.
// Legal: Retry-After and Reset always tell the truth at the time of the answer (Rules 2, 3); reading 3: Reset may move; Rule 4 lets further requests prolong the wait.
import http from 'node:http';

const PORT = Number(process.argv[2]);
const KEY = process.env.KEY || 'test-key';
const LIMIT = Number(process.env.LIMIT || 60);
const WINDOW = Number(process.env.WINDOW_MS || 4000);

// ---- the store -------------------------------------------------------------
const categories = [
  { id: 1, name: 'dog', description: 'barks' },
  { id: 2, name: 'cat' },
];
let lastId = 2;

function list() { return categories; }
function create(fresh) {
  const category = { id: ++lastId, ...fresh };
  categories.push(category);
  return category;
}
function pet(req, res, rate) { send(res, 200, { id: 1, name: 'Rex' }, rate); }
function orders(req, res, rate) { send(res, 200, [], rate); }
// INCR key; EXPIRE key WINDOW. Refused requests count as well, requests without the key do not.
let used = 0;
let expires = 0;
function idle() {
  const now = Date.now();
  const gone = now >= expires;
  return { limit: LIMIT, remaining: gone ? LIMIT : Math.max(0, LIMIT - used), reset: Math.ceil((gone ? now + WINDOW : expires) / 1000) };
}
function take() {
  const now = Date.now();
  if (now >= expires) used = 0;
  used += 1;
  expires = now + WINDOW;
  return {
    limit: LIMIT,
    remaining: Math.max(0, LIMIT - used),
    reset: Math.ceil(expires / 1000),
    refused: used > LIMIT,
    wait: Math.ceil(WINDOW / 1000),
  };
}
function retryHeaders(req, rate) { return { 'Retry-After': String(rate.wait) }; }

// ---- answers ---------------------------------------------------------------
function send(res, status, value, rate, more = {}) {
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

function fail(res, status, code, message, rate, more) {
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
function handle(req, res, bytes) {
  const path = req.url.split('?')[0];
  if (!authorized(req)) {
    return fail(res, 401, 'unauthorized', 'A valid API key is needed.', idle(req), { 'WWW-Authenticate': 'Bearer' });
  }
  const rate = take(req);
  if (rate.refused) {
    return fail(res, 429, 'rate_limited', 'Too many requests.', rate, retryHeaders(req, rate));
  }
  if (path === '/v1/categories' && req.method === 'GET') {
    return send(res, 200, list(req), rate);
  }
  if (path === '/v1/categories' && req.method === 'POST') {
    const type = (req.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
    if (type !== 'application/json') return fail(res, 415, 'unsupported_media_type', 'Send application/json.', rate);
    const fresh = parseCategory(bytes);
    if (fresh === null) return fail(res, 400, 'invalid_category', 'The body is no valid category.', rate);
    return send(res, 201, create(fresh), rate);
  }
  if (path === '/v1/categories') {
    return fail(res, 405, 'method_not_allowed', 'Use GET or POST.', rate, { Allow: 'GET, POST' });
  }
  if (/^\/v1\/pets\/[^/]+$/.test(path) && req.method === 'GET') return pet(req, res, rate);
  if (path === '/v1/store/orders' && req.method === 'GET') return orders(req, res, rate);
  return fail(res, 404, 'not_found', 'Nothing here.', rate);
}

http.createServer((req, res) => {
  const parts = [];
  req.on('data', (part) => parts.push(part));
  req.on('end', () => handle(req, res, Buffer.concat(parts)));
  req.on('error', () => {});
}).listen(PORT, '127.0.0.1');
