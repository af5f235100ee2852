// Shared parts of the Node servers in this folder: settings, a plain limiter, the check of a body, and responses.
export const KEY = process.env.KEY ?? 'test-key';
export const LIMIT = Number(process.env.LIMIT ?? 60);
export const WINDOW = Number(process.env.WINDOW_MS ?? 4000);

// A client that goes away must not end the process.
process.on('unhandledRejection', () => {});

// The store: categories in the order of their creation.
export const store = { list: [], next: 1 };
export function addCategory({ name, description }) {
  const category = { id: store.next++, name };
  if (description !== undefined) category.description = description;
  store.list.push(category);
  return category;
}

// A plain fixed window. It starts with the first request after the last one ended.
export function fixedWindow(limit = LIMIT, length = WINDOW) {
  let end = 0;
  let used = 0;
  const turn = (now) => { if (now >= end) { end = now + length; used = 0; } };
  const show = (ok, now) => ({
    ok, limit, remaining: Math.max(0, limit - used), reset: Math.ceil(end / 1000),
    retry: Math.max(1, Math.ceil((end - now) / 1000)),
  });
  return {
    // Counts a request. Refused requests are not counted.
    take(cost = 1) {
      const now = Date.now();
      turn(now);
      if (used + cost > limit) return show(false, now);
      used += cost;
      return show(true, now);
    },
    // Shows the window without counting (for 401s). If the window is over, shows the next one.
    peek() {
      const now = Date.now();
      if (now >= end) return { ok: true, limit, remaining: limit, reset: Math.ceil((now + length) / 1000), retry: 1 };
      return show(true, now);
    },
  };
}

export const rateHeaders = (state) => ({
  'X-RateLimit-Limit': String(state.limit),
  'X-RateLimit-Remaining': String(state.remaining),
  'X-RateLimit-Reset': String(state.reset),
});

// The token of "Authorization: Bearer <token>", or null.
export function bearer(req) {
  const m = /^bearer +(.*)$/i.exec(req.headers.authorization ?? '');
  return m ? m[1] : null;
}

export async function readBody(req) {
  const parts = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts);
}

// A NewCategory, or { bad: status, code, message }.
export function parseCategory(req, body) {
  if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
    return { bad: 415, code: 'unsupported_media_type', message: 'Send application/json.' };
  }
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return { bad: 400, code: 'malformed_json', message: 'The body is not JSON.' };
  }
  const refuse = (message) => ({ bad: 400, code: 'invalid_category', message });
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return refuse('The body has to be an object.');
  if (!Object.hasOwn(value, 'name')) return refuse('name is required.');
  if (typeof value.name !== 'string' || value.name.trim() === '') return refuse('name has to be a text.');
  if (Object.hasOwn(value, 'description') && typeof value.description !== 'string') return refuse('description has to be a text.');
  return { name: value.name, description: Object.hasOwn(value, 'description') ? value.description : undefined };
}

export function send(res, status, value, headers = {}) {
  const body = Buffer.from(JSON.stringify(value));
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers });
  res.end(body);
}
export const problem = (status, code, message) => ({ code, message, status });
export function sendError(res, status, code, message, headers = {}) {
  send(res, status, problem(status, code, message), headers);
}
export function send401(res, headers) {
  sendError(res, 401, 'unauthorized', 'The API key is missing or invalid.', { 'WWW-Authenticate': 'Bearer', ...headers });
}
export function send429(res, state, headers = {}) {
  sendError(res, 429, 'rate_limited', 'Too many requests.', { ...rateHeaders(state), 'Retry-After': String(state.retry), ...headers });
}

// Everything behind authentication and the limiter: the two category operations and the two others.
export async function route(req, res, headers) {
  const path = req.url.split('?')[0];
  if (path === '/v1/categories' && req.method === 'GET') return send(res, 200, store.list, headers);
  if (path === '/v1/categories' && req.method === 'POST') {
    const value = parseCategory(req, await readBody(req));
    if (value.bad) return sendError(res, value.bad, value.code, value.message, headers);
    return send(res, 201, addCategory(value), headers);
  }
  return others(req, res, path, headers);
}
export function others(req, res, path, headers) {
  if (path === '/v1/categories') return sendError(res, 405, 'method_not_allowed', 'Use GET or POST.', { Allow: 'GET, POST', ...headers });
  if (path === '/v1/store/orders' && req.method === 'GET') return send(res, 200, [], headers);
  if (/^\/v1\/pets\/[^/]+$/.test(path) && req.method === 'GET') return sendError(res, 404, 'pet_not_found', 'No such pet.', headers);
  return sendError(res, 404, 'not_found', 'No such path.', headers);
}
