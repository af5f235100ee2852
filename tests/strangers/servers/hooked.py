# What e05, e08 and e12 share. A server calls `serve` with the functions in which it differs, at least `idle` and `take`.
import json
import os
import re
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(sys.argv[1])
KEY = os.environ.get("KEY", "test-key")
LIMIT = int(os.environ.get("LIMIT", "60"))
WINDOW = int(os.environ.get("WINDOW_MS", "4000")) / 1000.0
LOCK = threading.RLock()

# ---- the store ---------------------------------------------------------------
CATEGORIES = [{"id": 1, "name": "dog", "description": "barks"}, {"id": 2, "name": "cat"}]


def listed():
    return CATEGORIES


def create(value):
    fresh = {"id": len(CATEGORIES) + 1, "name": name_of(value)}
    if "description" in value:
        fresh["description"] = text_of(value["description"])
    CATEGORIES.append(fresh)
    return fresh


# ---- reading a NewCategory -----------------------------------------------------
class NotACategory(Exception):
    pass


def refuse(_):
    raise ValueError("NaN and Infinity are no JSON")


def read_object(raw):
    """Gives the JSON object in the bytes, strictly."""
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError):
        raise NotACategory
    if not isinstance(value, dict):
        raise NotACategory
    return value


def text_of(value):
    """A text that can be written as UTF-8 again (no lone surrogates)."""
    if not isinstance(value, str):
        raise NotACategory
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise NotACategory
    return value


def name_of(value):
    name = text_of(value.get("name"))
    if not name.strip():
        raise NotACategory
    return name


# ---- answers and routes ---------------------------------------------------------
class Handler(BaseHTTPRequestHandler):
    own = None
    protocol_version = "HTTP/1.1"
    server_version = "petstore"
    sys_version = ""
    wbufsize = 65536
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def answer(self, status, value, rate, more=()):
        body = json.dumps(value, ensure_ascii=False).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-RateLimit-Limit", str(rate["limit"]))
        self.send_header("X-RateLimit-Remaining", str(rate["remaining"]))
        self.send_header("X-RateLimit-Reset", str(rate["reset"]))
        for name, text in more:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def error(self, status, code, message, rate, more=()):
        self.answer(status, {"code": code, "message": message, "status": status}, rate, more)

    def body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            data = b""
            while True:
                size = int(self.rfile.readline().split(b";")[0], 16)
                if size == 0:
                    while self.rfile.readline() not in (b"\r\n", b"\n", b""):
                        pass
                    return data
                data += self.rfile.read(size)
                self.rfile.readline()
        return self.rfile.read(int(self.headers.get("Content-Length", "0") or 0))

    def authorized(self):
        match = re.fullmatch(r"bearer +(.*)", self.headers.get("Authorization", "").strip(" \t"), re.I | re.S)
        return match is not None and match.group(1) == KEY

    def route(self):
        raw = self.body()
        with LOCK:
            self.respond(raw)

    def respond(self, raw):
        path = self.path.split("?")[0]
        if not self.authorized():
            return self.error(401, "unauthorized", "A valid API key is needed.", self.own.idle(), [("WWW-Authenticate", "Bearer")])
        rate = self.own.take()
        if rate["wait"] is not None:
            return self.error(429, "rate_limited", "Too many requests.", rate, [("Retry-After", str(rate["wait"]))])
        if path == "/v1/categories" and self.command == "GET":
            return self.answer(200, self.own.listed(), rate)
        if path == "/v1/categories" and self.command == "POST":
            kind = self.headers.get("Content-Type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                return self.error(415, "unsupported_media_type", "Send application/json.", rate)
            try:
                made = self.own.create(read_object(raw))
            except NotACategory:
                return self.error(400, "invalid_category", "The body is no valid category.", rate)
            return self.answer(201, made, rate)
        if path == "/v1/categories":
            return self.error(405, "method_not_allowed", "Use GET or POST.", rate, [("Allow", "GET, POST")])
        if re.fullmatch(r"/v1/pets/[^/]+", path) and self.command == "GET":
            return self.answer(200, {"id": 1, "name": "Rex"}, rate)
        if path == "/v1/store/orders" and self.command == "GET":
            return self.answer(200, [], rate)
        return self.error(404, "not_found", "Nothing here.", rate)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = route


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def serve(handler=Handler, **own):
    """Answers requests until the process ends."""
    Handler.own = types.SimpleNamespace(**{"listed": listed, "create": create, **own})
    Server(("127.0.0.1", PORT), handler).serve_forever()
