"""The correct baseline in Python; each stranger subclasses App."""
import json, math, os, signal, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
KEY = os.environ.get('KEY') or 'test-Key_0123456789-xyz'
W = float(os.environ.get('WINDOW_MS') or 60000) / 1000
LIMIT = int(os.environ.get('LIMIT') or 60)

class Bad(Exception):
    pass

def refuse(word):
    raise ValueError(word)

class Rate:
    def __init__(self, ok, limit, remaining, reset, wait):
        self.ok, self.limit, self.remaining, self.reset, self.wait = ok, limit, remaining, reset, wait

class Fixed:
    def __init__(self, limit=LIMIT, win=W):
        self.limit, self.win, self.m = limit, win, {}
    def take(self, who, cost=1):
        now = time.time()
        start = math.floor(now / self.win) * self.win
        s, used = self.m.get(who, (start, 0))
        if s != start:
            used = 0
        ok = used + cost <= self.limit
        used += cost if ok else 0
        self.m[who] = (start, used)
        return Rate(ok, self.limit, self.limit - used, math.ceil(start + self.win), start + self.win - now)

class App:
    protocol = 'HTTP/1.1'
    def __init__(self):
        self.rows, self.next, self.limiter, self.lock = [], 1, Fixed(), threading.RLock()
    def auth(self, h):
        a = (h.headers.get('Authorization') or '').split(' ', 1)
        return len(a) == 2 and a[0].lower() == 'bearer' and a[1].strip() == KEY
    def rate(self, h, ok):
        return self.limiter.take('key' if ok else 'anon')
    def rate_headers(self, r, h, status):
        return {'X-RateLimit-Limit': r.limit, 'X-RateLimit-Remaining': max(0, r.remaining), 'X-RateLimit-Reset': r.reset}
    def retry(self, r):
        return max(1, math.ceil(r.wait))
    def error(self, status, code, message, headers=None):
        return status, headers or {}, {'code': code, 'message': message, 'status': status}
    def decode(self, body):
        return body.decode('utf-8')
    def parse(self, text):
        return json.loads(text, parse_constant=refuse)
    def text(self, v):
        try:
            v.encode('utf-8')
        except UnicodeEncodeError:
            raise Bad('not a text')
    def validate(self, v):
        if not isinstance(v, dict):
            raise Bad('The body must be an object.')
        if not isinstance(v.get('name'), str) or not v['name'].strip():
            raise Bad('name must be a text that is not blank.')
        if 'description' in v and not isinstance(v['description'], str):
            raise Bad('description must be a text.')
        self.text(v['name'])
        self.text(v.get('description', ''))
    def new_id(self):
        n = self.next
        self.next += 1
        return n
    def insert(self, v):
        row = {'id': self.new_id(), 'name': v['name']}
        if 'description' in v:
            row['description'] = v['description']
        self.rows.append(row)
        return row
    def list(self):
        return 200, {}, self.rows
    def create(self, h, body):
        if not (h.headers.get('Content-Type') or '').lower().split(';')[0].strip() == 'application/json':
            return self.error(415, 'unsupported_media_type', 'Send application/json.')
        try:
            v = self.parse(self.decode(body))
        except (ValueError, RecursionError):
            return self.error(400, 'invalid_request', 'The body is not JSON.')
        try:
            self.validate(v)
        except Bad as e:
            return self.error(400, 'invalid_request', str(e))
        return 201, {}, self.insert(v)
    def route(self, h, ok, body):
        path, method = h.path.split('?')[0], h.command
        if not ok:
            return self.error(401, 'unauthorized', 'The API key is missing or invalid.', {'WWW-Authenticate': 'Bearer'})
        if path == '/v1/categories':
            if method == 'GET':
                return self.list()
            if method == 'POST':
                return self.create(h, body)
            return self.error(405, 'method_not_allowed', 'Use GET or POST.', {'Allow': 'GET, POST'})
        if method == 'GET' and path.startswith('/v1/pets/') and path.count('/') == 3:
            return 200, {'Deprecation': 'true'}, {'id': 1, 'name': 'Rex'}
        if method == 'GET' and path == '/v1/store/orders':
            return 200, {}, []
        return self.error(404, 'not_found', 'No such resource.')
    def json(self, v):
        return json.dumps(v).encode()
    def handle(self, h, body):
        with self.lock:
            ok = self.auth(h)
            r = self.rate(h, ok)
            status, headers, v = self.route(h, ok, body) if r.ok else self.error(429, 'rate_limited', 'Too many requests.', {'Retry-After': self.retry(r)})
            data = v if isinstance(v, bytes) else self.json(v)
            return status, {'Content-Type': 'application/json', **self.rate_headers(r, h, status), **headers}, data

def run(cls):
    app = cls()
    class H(BaseHTTPRequestHandler):
        protocol_version, disable_nagle_algorithm, wbufsize = app.protocol, True, -1
        def log_message(self, *a):
            pass
        def body(self):
            if 'chunked' in (self.headers.get('Transfer-Encoding') or '').lower():
                out = b''
                while True:
                    n = int(self.rfile.readline().split(b';')[0], 16)
                    out += self.rfile.read(n)
                    self.rfile.readline()
                    if n == 0:
                        return out
            return self.rfile.read(int(self.headers.get('Content-Length') or 0))
        def answer(self):
            status, headers, data = app.handle(self, self.body())
            self.send_response(status)
            for k, v in headers.items():
                self.send_header(k, str(v))
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            self.wfile.flush()
        do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = answer
    class S(ThreadingHTTPServer):
        daemon_threads = True
        def handle_error(self, *a):
            pass
    signal.signal(signal.SIGTERM, lambda *a: os._exit(0))
    s = S(('127.0.0.1', int(sys.argv[1])), H)
    print('ready', flush=True)
    s.serve_forever()
