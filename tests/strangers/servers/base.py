# A correct pet store service in Python, with hooks that the servers c..-.py override to be different in one point.
import json, math, os, re, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ.get("KEY", "test-key")
LIMIT = int(os.environ.get("LIMIT", "60"))
WINDOW = int(os.environ.get("WINDOW_MS", "4000")) / 1000


def constant(word):
    raise ValueError(word + " is no JSON")


class Refused(Exception):
    pass


class Service:
    """Everything happens under one lock, so nothing is ever half done."""

    def __init__(self):
        self.lock = threading.RLock()
        self.end = 0.0
        self.used = 0
        self.rows = []
        self.last_id = 0

    # --- rate limit: fixed windows that begin with the first request after the last one ended
    def roll(self, now):
        if now >= self.end:
            self.end, self.used = now + WINDOW, 0

    def take(self):
        now = time.time()
        self.roll(now)
        if self.used >= LIMIT:
            return False, self.headers(0), max(1, math.ceil(self.end - now))
        self.used += 1
        return True, self.headers(LIMIT - self.used), 0

    def idle(self):
        self.roll(time.time())
        return self.headers(LIMIT)  # no valid key: a bucket that nothing is taken from

    def headers(self, remaining):
        return {"X-RateLimit-Limit": str(LIMIT), "X-RateLimit-Remaining": str(remaining),
                "X-RateLimit-Reset": str(math.ceil(self.end))}

    # --- hooks
    def next_id(self):
        self.last_id += 1
        return self.last_id

    def render(self, row):
        return json.dumps(row, ensure_ascii=False)

    def list(self):
        return "[" + ",".join(self.render(r) for r in self.rows) + "]"

    def create(self, row):
        """Stores the row and returns what the 201 shows."""
        row = {"id": self.next_id(), **row}
        self.rows.append(row)
        return self.render(row)

    def refused(self):
        """Called for every 400."""

    def early(self, handler):
        """Answers before anything else; True if it did."""
        return False

    # --- requests
    def parse(self, body):
        try:
            v = json.loads(body.decode("utf-8"), parse_constant=constant)
            json.dumps(v, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
        except (ValueError, RecursionError):
            raise Refused("The body is not JSON in UTF-8.")
        if not isinstance(v, dict):
            raise Refused("The body must be an object.")
        if not isinstance(v.get("name"), str):
            raise Refused("name is required and must be a string.")
        row = {"name": v["name"]}
        if v.get("description") is not None:
            if not isinstance(v["description"], str):
                raise Refused("description must be a string.")
            row["description"] = v["description"]
        return row

    def route(self, method, path, ctype, body):
        if path == "/v1/categories":
            if method == "GET":
                return 200, self.list(), {}
            if method != "POST":
                return self.error(405, "method_not_allowed", "Use GET or POST.")
            if not re.match(r"application/json\b", ctype, re.I):
                return self.error(415, "unsupported_media_type", "Send application/json.")
            try:
                row = self.parse(body)
            except Refused as e:
                self.refused()
                return self.error(400, "invalid_request", str(e))
            return 201, self.create(row), {}
        if method == "GET" and path == "/v1/store/orders":
            return 200, "[]", {}
        if method == "GET" and re.fullmatch(r"/v1/pets/[^/]+", path):
            return 200, '{"id":1,"name":"Rex"}', {"Deprecation": "true", "Sunset": "Fri, 31 Dec 2027 23:59:59 GMT"}
        return self.error(404, "not_found", "No such resource.")

    def error(self, status, code, message):
        return status, json.dumps({"code": code, "message": message, "status": status}), {}

    def handle(self, method, path, auth, ctype, body):
        """Returns status, text and headers."""
        with self.lock:
            m = re.fullmatch(r"bearer +(.*)", auth or "", re.I)
            if not m or m.group(1) != KEY:
                status, text, more = self.error(401, "unauthorized", "A valid API key is required.")
                return status, text, {**self.idle(), "WWW-Authenticate": 'Bearer realm="petstore"'}
            ok, rate, wait = self.take()
            if not ok:
                status, text, more = self.error(429, "rate_limited", "Too many requests.")
                return status, text, {**rate, "Retry-After": str(wait)}
            status, text, more = self.route(method, path, ctype or "", body)
            return status, text, {**rate, **more}


def start(service, send=None):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if service.early(self):
                return
            status, text, headers = service.handle(self.command, self.path.split("?")[0], self.headers.get("Authorization"),
                                                   self.headers.get("Content-Type"), body)
            data = text.encode("utf-8")
            if send:
                return send(self, status, headers, data)
            self.send_response(status)
            for k, v in {"Content-Type": "application/json", **headers, "Content-Length": str(len(data))}.items():
                self.send_header(k, v)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = any

        def log_message(self, *args):
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, *args):
            pass

    Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
