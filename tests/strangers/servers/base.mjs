// A correct pet store service in Node, with hooks that let each server c*.mjs differ in one point.
import http from 'node:http'

export const KEY = process.env.KEY || 'test-key'
export const LIMIT = Number(process.env.LIMIT || 60)
export const WINDOW = Number(process.env.WINDOW_MS || 4000)

// The plain limiter: fixed windows that begin with the first request after the last window has ended.
export function fixedWindow() {
  let end = 0, used = 0
  const roll = now => { if (now >= end) { end = now + WINDOW; used = 0 } }
  const view = (now, ok) => ({
    ok, limit: LIMIT, remaining: Math.max(0, LIMIT - used), reset: Math.ceil(end / 1000),
    retryAfter: Math.max(1, Math.ceil((end - now) / 1000)),
  })
  return {
    take(cost) { const now = Date.now(); roll(now); if (used >= LIMIT) return view(now, false); used += cost; return view(now, true) },
    // What a response without a valid key shows: a separate bucket that is always full.
    idle() { const now = Date.now(); roll(now); return { ...view(now, true), remaining: LIMIT } },
  }
}

export const plainAuth = header => {
  const m = /^bearer +(.*)$/i.exec(header ?? '')
  return m && m[1] === KEY ? null : { status: 401, code: 'unauthorized', message: 'A valid API key is required.' }
}

export const error = (status, code, message) => ({ status, body: JSON.stringify({ code, message, status }) })

export const renderPlain = c => JSON.stringify(c)

// Returns the parsed body, or a string that says what is wrong with the body.
function check(bytes) {
  let text, v
  try { text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) } catch { return 'The body is not UTF-8.' }
  try { v = JSON.parse(text) } catch { return 'The body is not JSON.' }
  if (v === null || typeof v !== 'object' || Array.isArray(v)) return 'The body must be an object.'
  if (!Object.hasOwn(v, 'name') || typeof v.name !== 'string') return 'name is required and must be a string.'
  if (Object.hasOwn(v, 'description') && v.description !== null && typeof v.description !== 'string') return 'description must be a string.'
  return v
}

export function start(o = {}) {
  const limiter = o.limiter ?? fixedWindow()
  const auth = o.auth ?? plainAuth
  const render = o.render ?? renderPlain
  const store = o.store ?? []
  let id = o.firstId ?? 1
  const nextId = o.nextId ?? (() => id++)

  function route(req, path, bytes) {
    if (path === '/v1/categories') {
      if (req.method === 'GET') return { status: 200, body: o.list ? o.list(store) : '[' + store.map(render).join(',') + ']' }
      if (req.method !== 'POST') return error(405, 'method_not_allowed', 'Use GET or POST.')
      if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) return error(415, 'unsupported_media_type', 'Send application/json.')
      const v = check(bytes)
      if (typeof v === 'string') return error(400, 'invalid_request', v)
      const refused = o.refuse?.(v)
      if (refused) return refused
      const c = { id: nextId(), name: v.name }
      if (typeof v.description === 'string') c.description = v.description
      Object.defineProperty(c, 'at', { value: Date.now(), enumerable: false })
      store.push(c)
      return { status: 201, body: render(c) }
    }
    if (path === '/v1/store/orders' && req.method === 'GET') return { status: 200, body: '[]' }
    const pet = /^\/v1\/pets\/([^/]+)$/.exec(path)
    if (pet && req.method === 'GET') return { status: 200, body: JSON.stringify({ id: 1, name: 'Rex' }), headers: { Deprecation: 'true', Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' } }
    return error(404, 'not_found', 'No such resource.')
  }

  http.createServer((req, res) => {
    const chunks = []
    req.on('data', c => chunks.push(c))
    req.on('error', () => {})
    req.on('end', () => {
      const path = req.url.split('?')[0]
      let rl, answer
      const bad = auth(req.headers.authorization, req, path)
      if (bad) {
        rl = limiter.idle()
        answer = error(bad.status, bad.code, bad.message)
        if (bad.status === 401) answer.headers = { 'WWW-Authenticate': 'Bearer realm="petstore"' }
      } else {
        rl = limiter.take(o.cost ? o.cost(req, path) : 1)
        if (!rl.ok) {
          answer = error(429, 'rate_limited', 'Too many requests.')
          if (o.retryAfterOn?.(req) ?? true) answer.headers = { 'Retry-After': String(rl.retryAfter) }
        } else answer = route(req, path, Buffer.concat(chunks))
      }
      const head = {
        'Content-Type': 'application/json', 'X-RateLimit-Limit': String(rl.limit), 'X-RateLimit-Remaining': String(rl.remaining),
        'X-RateLimit-Reset': String(rl.reset), 'Content-Length': Buffer.byteLength(answer.body), ...answer.headers,
      }
      res.writeHead(answer.status, head)
      res.end(answer.body)
    })
  }).listen(Number(process.argv[2]), '127.0.0.1')
}
