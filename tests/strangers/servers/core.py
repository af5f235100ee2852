# Shared correct base (no server by itself).
import json, math, os, re, socket, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
KEY = os.environ.get("KEY", ""); LIMIT = int(os.environ.get("LIMIT") or 60); WINDOW = int(os.environ.get("WINDOW_MS") or 4000) / 1000
LOCK = threading.RLock()
class Bucket:
    def __init__(self, limit, window): self.limit, self.window, self.end, self.used = limit, window, 0, 0
    def take(self):
        with LOCK:
            now = time.time()
            if now >= self.end: self.end, self.used = now + self.window, 0
            ok = self.used < self.limit
            if ok: self.used += 1
            return ok, self.limit, self.limit - self.used, math.ceil(self.end), max(1, math.ceil(self.end - now))
class Refused(Exception): pass
def bad(s):
    raise Refused("malformed_body", "The body is not valid JSON.")
def validate(raw):
    try: text = raw.decode("utf-8")
    except UnicodeDecodeError: raise Refused("malformed_body", "The body is not UTF-8.")
    try: v = json.loads(text, parse_constant=bad)
    except (ValueError, RecursionError): bad(0)
    if not isinstance(v, dict): raise Refused("invalid_body", "The body must be a JSON object.")
    if "name" not in v: raise Refused("name_required", "The field name is required.")
    name = v["name"]
    if not well(name): raise Refused("name_invalid", "The field name must be text.")
    if not name.strip() or len(name) > 255: raise Refused("name_invalid", "The field name must hold 1 to 255 characters.")
    d = v.get("description", None)
    if "description" in v and not well(d): raise Refused("description_invalid", "The field description must be text.")
    if d is not None and len(d) > 4000: raise Refused("description_invalid", "The field description must hold at most 4000 characters.")
    return name, d
def well(s):
    if type(s) is not str: return False
    try: s.encode("utf-8"); return True
    except UnicodeEncodeError: return False
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"; server_version = "petstore"; sys_version = ""; disable_nagle_algorithm = True
    store = []; next_id = 1; key_bucket = Bucket(LIMIT, WINDOW); anon_bucket = Bucket(LIMIT, WINDOW)
    def log_message(self, *a): pass
    @classmethod
    def new_id(cls):
        n = Handler.next_id; Handler.next_id += 1; return n
    @classmethod
    def add(cls, name, description=None):
        with LOCK:
            c = {"id": cls.new_id(), "name": name}
            if description is not None: c["description"] = description
            c["_t"] = time.monotonic(); Handler.store.append(c); return c
    def category(self, c, where):
        return json.dumps({k: v for k, v in c.items() if k[0] != "_"}, ensure_ascii=False)
    def visible(self):
        with LOCK: return list(Handler.store)
    def error_body(self, status, code, message):
        return json.dumps({"code": code, "message": message, "status": status}, ensure_ascii=False).encode()
    def read_body(self):
        if "chunked" in (self.headers.get("Transfer-Encoding") or "").lower():
            out = b""
            while True:
                n = int(self.rfile.readline().split(b";")[0].strip(), 16)
                if n == 0: break
                out += self.rfile.read(n); self.rfile.readline()
            while self.rfile.readline().strip(): pass
            return out
        n = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(n) if n else b""
    def fields(self, extra):
        ok, limit, remaining, reset, retry = self.q
        return [("Content-Type", "application/json"), ("X-RateLimit-Limit", limit), ("X-RateLimit-Remaining", remaining), ("X-RateLimit-Reset", reset)] + list(extra)
    def out(self, status, body, extra=()):
        if isinstance(body, str): body = body.encode()
        self.send_response(status)
        for k, v in self.fields(extra): self.send_header(k, str(v))
        self.deliver(body)
    def deliver(self, body):
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection: self.send_header("Connection", "close")
        self._headers_buffer.append(b"\r\n")
        head = b"".join(self._headers_buffer); self._headers_buffer = []
        self.wfile.write(head + (b"" if self.command == "HEAD" else body))
    def fail(self, status, code, message, extra=()): self.out(status, self.error_body(status, code, message), extra)
    def authorized(self):
        m = re.fullmatch(r"(?i)bearer +(\S+)", (self.headers.get("Authorization") or "").strip())
        return KEY != "" and m is not None and m.group(1) == KEY
    def answer(self):
        try:
            body = self.read_body()
            self.handle_request_with(body)
        except (ConnectionError, ValueError): self.close_connection = True
    def handle_request_with(self, body):
        valid = self.authorized()
        self.q = (self.key_bucket if valid else self.anon_bucket).take()
        if not valid: return self.fail(401, "unauthorized", "The API key is missing or not valid.", [("WWW-Authenticate", 'Bearer realm="petstore"')])
        if not self.q[0]: return self.fail(429, "rate_limited", "Too many requests.", [("Retry-After", self.q[4])])
        path, get = self.path.split("?")[0], self.command in ("GET", "HEAD")
        if path == "/v1/categories":
            if get: return self.out(200, "[" + ",".join(self.category(c, "list") for c in self.visible()) + "]")
            if self.command != "POST": return self.fail(405, "method_not_allowed", "This method is not offered here.", [("Allow", "GET, HEAD, POST")])
            if (self.headers.get("Content-Type") or "application/json").split(";")[0].strip().lower() != "application/json":
                return self.fail(415, "unsupported_media_type", "Send application/json.")
            if len(body) > 1 << 20: return self.fail(413, "too_large", "The body is too large.")
            try: name, d = validate(body)
            except Refused as e: return self.refuse(e, body)
            return self.out(201, self.category(self.add(name, d), "created"))
        if re.fullmatch(r"/v1/pets/[^/]+", path) and get: return self.out(200, '{"id":1,"name":"Rex"}', [("Deprecation", "@1735689600"), ("Sunset", "Thu, 31 Dec 2099 23:59:59 GMT")])
        if path == "/v1/store/orders" and get: return self.out(200, "[]")
        return self.fail(404, "not_found", "There is nothing here.")
    def refuse(self, e, body): return self.fail(400, *e.args)
    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer
    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        if getattr(self, "command", None) is None: self.command = ""
        self.q = self.anon_bucket.take(); self.fail(int(code), "bad_request", message or "Bad request.")
class Server(ThreadingHTTPServer):
    daemon_threads = True; request_queue_size = 128
    def handle_error(self, *a): pass
def serve(cls, seed=True):
    if seed:
        cls.add("dog", "Loyal companions"); cls.add("cat"); cls.add("rabbit", "Small and quiet")
    Server(("127.0.0.1", int(sys.argv[1])), cls).serve_forever()
