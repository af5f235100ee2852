# META {"legal": true, "what": "HTTP/1.0, closes after each answer, no Date, bare lower-case header names without blanks, body ends with the connection; sliding log; Retry-After as HTTP-date; ids written 101.0 in the 201 and 1.01e2 in the list, status 4.01e2, everything \\u-escaped; names come back in NFC; a missing description becomes \"\"", "mayWarn": ["http.date", "orders.exists"]}
import sys, os, json, time, threading, math, socket, unicodedata
from email.utils import formatdate
KEY = os.environ['KEY']; PORT = int(sys.argv[1]); LIMIT = 60; WINDOW = 4
lock = threading.Lock(); cats = []; log = []
def no(x): raise ValueError(x)
def esc(s): return '"' + ''.join(c if c.isalnum() and ord(c) < 128 and c not in 'aeiou' else ''.join('\\u%02x%02x' % (p[0], p[1]) for p in [u[i:i+2] for u in [c.encode('utf-16-be', 'surrogatepass')] for i in range(0, len(u), 2)]) for c in s) + '"'
def sci(n):
    s = str(n); return s[0] + '.' + (s[1:] or '0') + 'e' + str(len(s) - 1)
def cat(c, idtext): return '{"id":%s,"name":%s,"description":%s}' % (idtext, esc(c['name']), esc(c['description']))
def err(s, c, m): return s, '{"c\\u006fde":%s,"message":%s,"status":%s}' % (esc(c), esc(m), sci(s))
def create(raw):
    try: v = json.loads(raw.decode('utf-8'), parse_constant=no)
    except (ValueError, RecursionError): return err(400, 'json', 'not JSON')
    if not isinstance(v, dict) or not isinstance(v.get('name'), str) or not isinstance(v.get('description', ''), str): return err(400, 'body', 'not a NewCategory')
    with lock:
        c = {'id': 101 + len(cats), 'name': unicodedata.normalize('NFC', v['name']), 'description': unicodedata.normalize('NFC', v.get('description', ''))}
        cats.append(c)
    return 201, cat(c, str(c['id']) + '.0')
def serve(s):
    try:
        f = s.makefile('rb'); line = f.readline().decode('latin1').split()
        if len(line) < 2: return
        h = {}
        while True:
            l = f.readline().decode('latin1').strip()
            if not l: break
            k, v = l.split(':', 1); h.setdefault(k.lower(), []).append(v.strip())
        if 'chunked' in h.get('transfer-encoding', [''])[0].lower():
            raw = b''
            while True:
                n = int(f.readline().split(b';')[0], 16); raw += f.read(n); f.readline()
                if not n: break
        else: raw = f.read(int(h.get('content-length', ['0'])[0]))
        m, p = line[0], line[1].split('?')[0]
        a = h.get('authorization', [])
        ok = len(a) == 1 and a[0][:7].lower() == 'bearer ' and a[0][7:].strip() == KEY
        t = time.time(); extra = ''
        if not ok:
            st, b = err(401, 'key', 'missing or invalid'); rem = LIMIT; reset = math.ceil(t); extra = 'www-authenticate:Bearer\r\n'
        else:
            with lock:
                log[:] = [x for x in log if t - x < WINDOW]
                full = len(log) >= LIMIT
                if not full: log.append(t)
                rem = LIMIT - len(log); reset = math.ceil(log[0] + WINDOW)
            if full: st, b = 429, '"slow down"'; extra = 'retry-after:%s\r\n' % formatdate(reset, usegmt=True)
            elif p == '/v1/categories' and m == 'GET':
                with lock: st, b = 200, '[' + ','.join(cat(c, sci(c['id'])) for c in sorted(cats, key=lambda c: c['name'])) + ']'
            elif p == '/v1/categories' and m == 'POST': st, b = create(raw)
            elif p.startswith('/v1/pets/'): st, b = err(410, 'gone', 'sunset')
            else: st, b = err(404, 'nope', 'not found')
        s.sendall(('HTTP/1.0 %d X\r\ncontent-type:application/json\r\nx-ratelimit-limit:60\r\nx-ratelimit-remaining:%d\r\nx-ratelimit-reset:%d\r\n%s\r\n%s' % (st, rem, reset, extra, b)).encode())
        s.shutdown(socket.SHUT_WR)
        s.settimeout(1)
        try:
            while s.recv(4096): pass
        except OSError: pass
    except OSError: pass
    finally: s.close()
L = socket.create_server(('127.0.0.1', PORT), backlog=64)
while True:
    c, _ = L.accept(); threading.Thread(target=serve, args=(c,), daemon=True).start()
