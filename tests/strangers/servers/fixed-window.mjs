// META {"legal":true,"what":"one window for every request, 401s included; a description that was not sent is left out"}
import { createServer } from 'node:http';

const key = process.env.KEY;
const limit = Number(process.env.LIMIT);
const windowMs = Number(process.env.WINDOW_MS);

// A client that goes away must not end the process.
process.on('unhandledRejection', () => {});

const categories = [];
let lastId = 100;
let used = 0;
let windowEnds = 0;

/** Counts a request in the window of its moment: the headers that show it, and, beyond the limit, when to come again. */
function count(now) {
  if (now >= windowEnds) {
    windowEnds = now + windowMs;
    used = 0;
  }
  used += 1;
  const shown = {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': Math.max(0, limit - used),
    'X-RateLimit-Reset': Math.ceil(windowEnds / 1000),
  };
  return { shown, retryAfter: used > limit ? Math.ceil((windowEnds - now) / 1000) : undefined };
}

function isNewCategory(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, description } = value;
  return (
    typeof name === 'string' && name !== '' && (description === undefined || typeof description === 'string')
  );
}

function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function answerTo(request, retryAfter) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const error = (status, code, message, headers = {}) => ({
    status,
    headers,
    body: { code, message, status },
  });

  const [scheme = '', token, ...more] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token !== key || more.length > 0)
    return error(401, 'unauthorized', 'The API key is missing or invalid.', { 'WWW-Authenticate': 'Bearer' });
  if (retryAfter !== undefined)
    return error(429, 'too_many_requests', 'Rate limit exceeded.', { 'Retry-After': retryAfter });

  const { pathname } = new URL(request.url, 'http://localhost');
  const operation = `${request.method} ${pathname}`;
  if (operation === 'GET /v1/categories') return { status: 200, body: categories };
  if (operation === 'GET /v1/store/orders') return { status: 200, body: [] };
  if (operation.startsWith('GET /v1/pets/')) return error(404, 'not_found', 'There is no such pet.');
  if (operation !== 'POST /v1/categories') return error(404, 'not_found', 'There is no such operation.');

  const value = parse(Buffer.concat(chunks));
  if (!isNewCategory(value)) return error(400, 'invalid_category', 'The body is not a valid category.');
  lastId += 1;
  const category = { id: lastId, name: value.name, description: value.description };
  categories.push(category);
  return { status: 201, body: category };
}

const server = createServer(async (request, response) => {
  const { shown, retryAfter } = count(Date.now());
  const { status, headers = {}, body } = await answerTo(request, retryAfter);
  response.writeHead(status, { 'Content-Type': 'application/json', ...shown, ...headers });
  response.end(JSON.stringify(body));
});
server.listen(Number(process.argv[2]), '127.0.0.1');
