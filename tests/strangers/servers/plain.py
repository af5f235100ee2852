"""A correct server. Each file that uses it replaces the parts that it names."""
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

KEY = os.environ.get("KEY", "test-key-0123456789abcdef")
PORT = int(sys.argv[1])
LIMIT = int(os.environ.get("LIMIT", "60"))
WINDOW = int(os.environ.get("WINDOW_MS", "4000")) / 1000
lock = threading.Lock()
store = []


buckets = {}


def fixed_window(who, op):
    """A fixed window per client, opened by its first request."""
    now = time.time()
    with lock:
        used, end = buckets.get(who, (0, 0))
        if now >= end:
            used, end = 0, now + WINDOW
        ok = used < LIMIT
        if ok:
            used += 1
        buckets[who] = (used, end)
    return {"ok": ok, "limit": LIMIT, "remaining": LIMIT - used, "reset": int(end) + 1,
            "retry": str(int(end - now) + 1)}


def token(header):
    scheme, _, rest = (header or "").strip().partition(" ")
    return rest.strip(" ") if scheme.lower() == "bearer" else ""


def is_key(header, op):
    return token(header) == KEY


def listed():
    return list(store)


def refuse_constant(text):
    raise ValueError(text)


def parse(raw):
    """A NewCategory, or the text that says what is wrong with it."""
    try:
        v = json.loads(raw.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return "the body is not JSON"
    if not isinstance(v, dict):
        return "the body is no object"
    for field in ("name", "description"):
        if field in v or field == "name":
            text = v.get(field)
            if not isinstance(text, str) or any(0xD800 <= ord(c) < 0xE000 for c in text):
                return field + " must be a text"
    if not v["name"].strip():
        return "name must not be blank"
    return {k: v[k] for k in ("name", "description") if k in v}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 65536

    def log_message(self, *args):
        pass

    def body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            data = b""
            while True:
                size = int(self.rfile.readline().split(b";")[0], 16)
                data += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    return data
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def answer(self, rate, status, value, extra=()):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.send_header("X-RateLimit-Limit", str(rate["limit"]))
        self.send_header("X-RateLimit-Remaining", str(rate["remaining"]))
        self.send_header("X-RateLimit-Reset", str(rate["reset"]))
        for name, text_ in extra:
            self.send_header(name, text_)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def fail(self, rate, status, code, message, extra=()):
        self.answer(rate, status, {"code": code, "message": message, "status": status}, extra)

    def operation(self):
        path = self.path.split("?")[0]
        if path == "/v1/categories":
            return {"GET": "list", "POST": "create"}.get(self.command, "method")
        if path == "/v1/store/orders":
            return "orders" if self.command == "GET" else "method"
        if path.startswith("/v1/pets/") and path.count("/") == 3 and len(path) > 9:
            return "pet" if self.command == "GET" else "method"
        return "none"

    def route(self):
        raw = self.body()
        op = self.operation()
        valid = parts["authorised"](self.headers.get("Authorization"), op)
        rate = parts["take"]("key" if valid else "anonymous", op)
        if not rate["ok"]:
            return self.fail(rate, 429, "rate_limited", "Too many requests", [("Retry-After", rate["retry"])])
        if not valid:
            return self.fail(rate, 401, "unauthorized", "Missing or invalid API key",
                             [("WWW-Authenticate", 'Bearer realm="petstore"')])
        if op == "create":
            if self.headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
                return self.fail(rate, 415, "unsupported_media_type", "Send application/json")
            given = parse(raw)
            if isinstance(given, str):
                rate = parts["refused"](rate)
                return self.fail(rate, 400, "invalid_category", given)
            with lock:
                category = {"id": len(store) + 1, **given}
                parts["add"](category)
            return self.answer(rate, 201, category)
        if op == "list":
            with lock:
                shown = parts["listed"]()
            return self.answer(rate, 200, shown)
        if op == "pet":
            return self.answer(rate, 200, {"id": 1, "name": "Rex"}, [("Deprecation", "true")])
        if op == "orders":
            return self.answer(rate, 200, [])
        if op == "method":
            return self.fail(rate, 405, "method_not_allowed", "Not here", [("Allow", "GET")])
        return self.fail(rate, 404, "not_found", "No such path")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = route


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


parts = {"take": fixed_window, "authorised": is_key, "refused": lambda rate: rate, "add": store.append, "listed": listed}


def serve(handler=Handler, server=Server, **replaced):
    """Starts the server, with these parts in place of its own."""
    parts.update(replaced)
    started = server(("127.0.0.1", PORT), handler)
    print("ready", flush=True)
    started.serve_forever()
