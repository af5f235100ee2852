# META {"legal": false, "what": "the name is passed through str() instead of being validated", "mustFail": ["invalid.name-type"], "mayWarn": ["invalid.body-lenient", "create.content-type"]}
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ["KEY"]
LIMIT = int(os.environ["LIMIT"])
WINDOW = int(os.environ["WINDOW_MS"]) / 1000

lock = threading.Lock()
categories = []
window = {"ends": 0.0, "used": 0}


def count():
    now = time.time()
    if now >= window["ends"]:
        window.update(ends=now + WINDOW, used=0)
    window["used"] += 1
    return window["used"] > LIMIT


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def send(self, status, value, **more):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-RateLimit-Limit", str(LIMIT))
        self.send_header("X-RateLimit-Remaining", str(max(0, LIMIT - window["used"])))
        self.send_header("X-RateLimit-Reset", str(int(window["ends"]) + 1))
        for name, text in more.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def fail(self, status, code, message, **more):
        self.send(status, {"code": code, "message": message, "status": status}, **more)

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with lock:
            limited = count()
            scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
            if scheme.lower() != "bearer" or token != KEY:
                return self.fail(401, "unauthorized", "Invalid API key", WWW_Authenticate="Bearer")
            if limited:
                wait = max(1, int(window["ends"] - time.time()) + 1)
                return self.fail(429, "rate_limited", "Too many requests", Retry_After=str(wait))
            if self.path == "/v1/categories":
                return self.create(body) if self.command == "POST" else self.send(200, categories)
            if self.path == "/v1/store/orders":
                return self.send(200, [])
            return self.fail(404, "not_found", "Not found")

    do_GET = do_POST = handle_request

    def create(self, body):
        try:
            value = json.loads(body.decode("utf-8"))
        except ValueError:
            return self.fail(400, "malformed", "The body is not JSON")
        if not isinstance(value, dict) or "name" not in value:
            return self.fail(400, "invalid", "name is required")
        if not isinstance(value.get("description", ""), str):
            return self.fail(400, "invalid", "description must be a string")
        category = {"id": len(categories) + 1, "name": str(value["name"])}
        if "description" in value:
            category["description"] = value["description"]
        categories.append(category)
        return self.send(201, category)


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
