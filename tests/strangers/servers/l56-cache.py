# META {"legal": true, "what": "a cache in front (Age header, TTL 1.5 s, not emptied by POST) answers GET /categories with the rate-limit headers of the stored answer and does not count; the limiter behind counts the rest; the key is checked in front; rate limits per key, 401s counted nowhere", "mayWarn": ["create.content-type"]}
import sys, os, json, time, threading, math
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
KEY = os.environ['KEY']; PORT = int(sys.argv[1]); LIMIT = 60; WINDOW = 4
lock = threading.Lock(); cats = []; state = {'start': 0.0, 'n': 0, 'id': 0}
def no(x): raise ValueError(x)
def take():
    with lock:
        t = time.time()
        if t - state['start'] >= WINDOW: state['start'] = t; state['n'] = 0
        state['n'] += 1
        end = state['start'] + WINDOW
        return state['n'] <= LIMIT, max(0, LIMIT - state['n']), math.ceil(end), max(1, math.ceil(end - t))
def err(s, c, m): return s, {'code': c, 'message': m, 'status': s}
def authorised(h):
    a = h.get_all('Authorization') or []
    if len(a) != 1: return False
    p = a[0].split(' ', 1)
    return len(p) == 2 and p[0].lower() == 'bearer' and p[1].strip() == KEY
cache = {}
def create(raw):
    try: v = json.loads(raw.decode('utf-8'), parse_constant=no)
    except (ValueError, RecursionError): return err(400, 'json', 'not JSON')
    if not isinstance(v, dict) or not isinstance(v.get('name'), str) or ('description' in v and not isinstance(v['description'], str)):
        return err(400, 'body', 'not a NewCategory')
    with lock:
        state['id'] += 1; c = {'id': state['id'] * 7919 % 1000003, 'name': v['name'], 'createdAt': time.time()}
        if 'description' in v: c['description'] = v['description']
        cats.append(c)
    return 201, c
class H(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    def log_message(self, *a): pass
    def out(self, s, b, hs):
        d = json.dumps(b).encode(); self.wfile_buffer = b''
        self.send_response(s)
        for k, v in [('Content-Type', 'application/json'), ('Content-Length', str(len(d)))] + hs: self.send_header(k, v)
        if s == 401: self.send_header('WWW-Authenticate', 'Bearer')
        self.end_headers(); self.wfile.write(d)
    def go(self):
        raw = self.rfile.read(int(self.headers.get('Content-Length') or 0)); p = self.path.split('?')[0]
        if not authorised(self.headers):
            return self.out(*err(401, 'key', 'missing or invalid'), [('X-RateLimit-Limit', '60'), ('X-RateLimit-Remaining', '60'), ('X-RateLimit-Reset', str(int(time.time()) + 4))])
        if self.command == 'GET' and p == '/v1/categories':
            with lock: hit = cache.get(p)
            if hit and time.time() - hit[0] < 1.5:
                return self.out(200, hit[1], hit[2] + [('Age', str(int(time.time() - hit[0]))), ('X-Cache', 'HIT')])
        ok, rem, reset, wait = take()
        hs = [('X-RateLimit-Limit', '60'), ('X-RateLimit-Remaining', str(rem)), ('X-RateLimit-Reset', str(reset))]
        if not ok: return self.out(429, None, hs + [('Retry-After', str(wait))])
        if p == '/v1/categories' and self.command == 'GET':
            with lock: b = list(cats); cache[p] = (time.time(), b, hs)
            return self.out(200, b, hs)
        if p == '/v1/categories' and self.command == 'POST': return self.out(*create(raw), hs)
        if p == '/v1/store/orders': return self.out(*err(403, 'scope', 'not for you'), hs)
        return self.out(*err(404, 'nope', 'not found'), hs)
    do_GET = do_POST = go
ThreadingHTTPServer(('127.0.0.1', PORT), H).serve_forever()
