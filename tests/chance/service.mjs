// A conforming Pet Store Service with a short window, in a process of its own, without any code from the kit or the reference
// server.
// FILE: where the service stores categories (if missing, in memory). CRASH: an array as the name ends the process. ABORT: a
// client that goes away ends the process. MODE: which requests fail by chance.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, KEY, FILE, CRASH, ABORT, MODE = '' } = process.env;
const limit = 60;
const windowMs = 3_000;
const lockMs = 100;

const items = FILE && existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
const buckets = new Map();
let nextId = items.reduce((most, { id }) => Math.max(most, id), 0) + 1;
let requests = 0;
let posts = 0;
let lockedUntil = 0;

/** Functions that decide whether a request fails, by mode. */
const modes = {
  every2post: ({ isPost }) => isPost && posts % 2 === 0,
  worker3: () => requests % 3 === 0,
  after: ({ isPost, isKnown, now }) => isPost && isKnown && now < lockedUntil,
  afterall: ({ now }) => now < lockedUntil,
};

function bucketOf(owner, now) {
  const known = buckets.get(owner);
  if (known !== undefined && now < known.resetAt) return known;
  const fresh = { used: 0, resetAt: Math.ceil((now + windowMs) / 1_000) * 1_000 };
  buckets.set(owner, fresh);
  return fresh;
}

/** Returns the category in a body, or undefined. */
function categoryIn(body) {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (CRASH && Array.isArray(value?.name)) process.exit(1);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || typeof value.name !== 'string') return undefined;
    if (!('description' in value)) return { name: value.name };
    return typeof value.description === 'string'
      ? { name: value.name, description: value.description }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the status and the JSON of a request with the key. */
function serve({ method, url, headers }, body) {
  const path = url.split('?')[0];
  if (path === '/v1/store/orders' && method === 'GET') return [200, []];
  if (/^\/v1\/pets\/[^/]+$/.test(path) && method === 'GET') return [200, { id: 1 }];
  if (path !== '/v1/categories') return [404];
  if (method === 'GET') return [200, items];
  if (method !== 'POST') return [405];
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return [415];
  const category = categoryIn(body);
  if (category === undefined) return [400];
  // Fail as if another process held the database lock.
  if (MODE === 'lock' && Date.now() % 333 < 60) return [500];
  items.push({ id: nextId++, ...category });
  if (FILE) writeFileSync(FILE, JSON.stringify(items));
  return [201, items.at(-1)];
}

function respond(request, body) {
  const now = Date.now();
  const isKnown = request.headers.authorization === `Bearer ${KEY}`;
  const isPost = request.method === 'POST';
  const bucket = bucketOf(isKnown, now);
  if (bucket.used >= limit) return { bucket, result: [429] };
  bucket.used++;
  requests++;
  if (isPost) posts++;
  const fails = modes[MODE]?.({ isPost, isKnown, now }) === true;
  if (isPost && isKnown && !fails) lockedUntil = now + lockMs;
  if (fails) return { bucket, result: [500] };
  return { bucket, result: isKnown ? serve(request, body) : [401] };
}

createServer((request, response) => {
  const chunks = [];
  if (ABORT) request.on('aborted', () => process.exit(1));
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { bucket, result } = respond(request, Buffer.concat(chunks));
    const [status, value = { code: `error_${status}`, message: 'It was refused.', status }] = result;
    const text = JSON.stringify(value);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': limit - bucket.used,
      'X-RateLimit-Reset': bucket.resetAt / 1_000,
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(status === 429
        ? { 'Retry-After': Math.max(1, Math.ceil((bucket.resetAt - Date.now()) / 1_000)) }
        : {}),
    });
    response.end(text);
  });
}).listen(Number(PORT), '127.0.0.1');
