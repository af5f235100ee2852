import sys, os, json, time, math, threading, socket, hmac
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
KEY = os.environ.get('KEY', 'secret'); LIMIT = int(os.environ.get('LIMIT', '60')); WIN = int(os.environ.get('WINDOW_MS', '4000')) / 1000
LOCK = threading.RLock()

class Store:
    def __init__(self): self.rows = []; self.next = 1
    def add(self, name, desc):
        with LOCK:
            c = {'id': self.next, 'name': name}
            if desc is not None: c['description'] = desc
            self.next += 1
            self.rows.append((time.monotonic(), c))
            return c
    def list(self):
        with LOCK: return [c for _, c in self.rows]

class Limiter:
    """fixed window that starts with its first request"""
    def __init__(self): self.end = 0.0; self.used = 0
    def take(self, method):
        """-> ok, remaining, reset, retry"""
        with LOCK:
            now = time.time()
            if now >= self.end: self.end = now + WIN; self.used = 0
            c = self.cost(method)
            ok = self.used + c <= LIMIT
            if ok: self.used += c
            return ok, LIMIT - self.used, math.ceil(self.end), max(1, math.ceil(self.end - now))
    def cost(self, method): return 1
    def peek(self):
        return LIMIT, math.ceil(time.time() + WIN)

def bad(x): raise ValueError(x)
def wellformed(s):
    try: s.encode('utf-8'); return True
    except UnicodeEncodeError: return False

class H(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    wbufsize = -1
    store = Store(); limiter = Limiter()
    drain_on_401 = True
    def log_message(self, *a): pass
    def extra(self): return {}
    def body(self):
        if 'chunked' in (self.headers.get('Transfer-Encoding') or '').lower():
            out = b''
            while True:
                n = int(self.rfile.readline().split(b';')[0].strip(), 16)
                if n == 0:
                    while self.rfile.readline().strip(): pass
                    return out
                out += self.rfile.read(n); self.rfile.readline()
        n = int(self.headers.get('Content-Length') or 0)
        return self.rfile.read(n) if n else b''
    def reply(self, st, obj, **h):
        b = json.dumps(obj, ensure_ascii=False).encode()
        self.send_response(st)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(b)))
        for k, v in {**self.rl, **h, **self.extra()}.items(): self.send_header(k.replace('_', '-'), str(v))
        self.end_headers()
        if self.command != 'HEAD': self.wfile.write(b)
        self.wfile.flush()
    def err(self, st, code, msg, **h): self.reply(st, {'code': code, 'message': msg, 'status': st}, **h)
    def authed(self):
        a = self.headers.get_all('Authorization') or []
        if len(a) != 1: return False
        p = a[0].strip().split(' ', 1)
        return len(p) == 2 and p[0].lower() == 'bearer' and hmac.compare_digest(p[1].strip(' ').encode('latin-1', 'replace'), KEY.encode())
    def go(self):
        ok = self.authed()
        raw = self.body() if ok or self.drain_on_401 else b''
        if not ok:
            rem, reset = self.limiter.peek()
            self.rl = {'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': rem, 'X-RateLimit-Reset': reset}
            return self.err(401, 'unauthorized', 'Missing or invalid API key', WWW_Authenticate='Bearer realm="petstore"')
        ok, rem, reset, retry = self.limiter.take(self.command)
        self.rl = {'X-RateLimit-Limit': LIMIT, 'X-RateLimit-Remaining': rem, 'X-RateLimit-Reset': reset}
        if not ok: return self.err(429, 'rate_limited', 'Too many requests', Retry_After=retry)
        self.route(raw)
    def route(self, raw):
        p = self.path.split('?')[0]; m = self.command
        if p == '/v1/categories':
            if m == 'GET': return self.reply(200, self.store.list())
            if m == 'POST': return self.create(raw)
            return self.err(405, 'method_not_allowed', 'Use GET or POST', Allow='GET, POST')
        if m == 'GET' and p == '/v1/store/orders': return self.reply(200, [])
        if m == 'GET' and p.startswith('/v1/pets/') and p[9:].isdigit():
            return self.reply(200, {'id': 1, 'name': 'Rex'}, Deprecation='true', Sunset='Thu, 31 Dec 2037 23:59:59 GMT')
        self.err(404, 'not_found', 'No such resource')
    def create(self, raw):
        ct = (self.headers.get('Content-Type') or '').split(';')[0].strip().lower()
        if ct != 'application/json': return self.err(415, 'unsupported_media_type', 'Send application/json')
        if len(raw) > 2000000: return self.err(413, 'too_large', 'The body is too large')
        try: v = json.loads(raw.decode('utf-8'), parse_constant=bad)
        except (ValueError, RecursionError): return self.err(400, 'malformed_body', 'The body is not valid JSON')
        if not isinstance(v, dict): return self.err(400, 'invalid_body', 'The body must be an object')
        n, d = v.get('name'), v.get('description')
        if not isinstance(n, str) or not n.strip() or not wellformed(n): return self.err(400, 'invalid_name', 'name must be a non-blank string')
        if d is not None and (not isinstance(d, str) or not wellformed(d)): return self.err(400, 'invalid_description', 'description must be a string')
        self.reply(201, self.store.add(n, d))
    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = go

class S(ThreadingHTTPServer):
    daemon_threads = True; request_queue_size = 128
def serve(h):
    S(('127.0.0.1', int(sys.argv[1])), h).serve_forever()
