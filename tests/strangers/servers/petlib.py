"""Shared parts of the Python servers in this folder: settings, a plain limiter, the check of a body, and a handler."""
import json
import math
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ.get('KEY', 'test-key')
LIMIT = int(os.environ.get('LIMIT', '60'))
WINDOW = int(os.environ.get('WINDOW_MS', '4000')) / 1000
LOCK = threading.Lock()


class Store:
    """Categories in the order of their creation."""

    def __init__(self, first=1, step=1):
        self.items, self.next, self.step = [], first, step

    def add(self, fields):
        category = {'id': self.next, **fields}
        self.next += self.step
        self.items.append(category)
        return category


class FixedWindow:
    """A plain fixed window. It starts with the first request after the last one ended."""

    def __init__(self, clock=time.time):
        self.clock, self.end, self.used = clock, 0, 0

    def _show(self, ok, now):
        return {'ok': ok, 'limit': LIMIT, 'remaining': max(0, LIMIT - self.used), 'end': self.end,
                'reset': math.ceil(self.end), 'retry': max(1, math.ceil(self.end - now))}

    def take(self):
        with LOCK:
            now = self.clock()
            if now >= self.end:
                self.end, self.used = now + WINDOW, 0
            ok = self.used < LIMIT
            if ok:
                self.used += 1
            return self._show(ok, now)

    def peek(self):
        with LOCK:
            now = self.clock()
            if now < self.end:
                return self._show(True, now)
            return {'ok': True, 'limit': LIMIT, 'remaining': LIMIT, 'end': now + WINDOW,
                    'reset': math.ceil(now + WINDOW), 'retry': 1}


class Refused(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def _no_constant(name):
    raise ValueError(name + ' is no JSON')


def parse_category(content_type, body):
    """The fields of a NewCategory; raises Refused."""
    if not re.match(r'application/json\s*(;|$)', content_type or '', re.I):
        raise Refused(415, 'unsupported_media_type', 'Send application/json.')
    try:
        value = json.loads(body.decode('utf-8'), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused(400, 'malformed_json', 'The body is not JSON.') from None
    if not isinstance(value, dict):
        raise Refused(400, 'invalid_category', 'The body has to be an object.')
    if not isinstance(value.get('name'), str) or not value['name'].strip():
        raise Refused(400, 'invalid_category', 'name is required and has to be a text.')
    fields = {'name': value['name']}
    if 'description' in value:
        if not isinstance(value['description'], str):
            raise Refused(400, 'invalid_category', 'description has to be a text.')
        fields['description'] = value['description']
    return fields


class Handler(BaseHTTPRequestHandler):
    """The whole service. The servers replace single methods."""
    protocol_version = 'HTTP/1.1'
    server_version, sys_version = 'petstore', ''
    limiter = FixedWindow()
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body leave in one write

    def log_message(self, *args):
        pass

    # -- pieces ---------------------------------------------------------
    def store(self):
        return self.server.store

    def body(self):
        """Reads the body of this request to its end (by length or in chunks)."""
        if 'chunked' in (self.headers.get('Transfer-Encoding') or '').lower():
            data = b''
            while True:
                size = int(self.rfile.readline().split(b';')[0].strip() or b'0', 16)
                if size == 0:
                    while self.rfile.readline() not in (b'\r\n', b'\n', b''):
                        pass
                    return data
                data += self.rfile.read(size)
                self.rfile.readline()
        return self.rfile.read(int(self.headers.get('Content-Length') or 0))

    def has_key(self):
        found = re.match(r'bearer +(.*)$', self.headers.get('Authorization') or '', re.I | re.S)
        return bool(found) and found.group(1) == KEY

    def rate(self, state):
        return {'X-RateLimit-Limit': state['limit'], 'X-RateLimit-Remaining': state['remaining'], 'X-RateLimit-Reset': state['reset']}

    def retry_after(self, state):
        return str(state['retry'])

    def answer(self, status, value, headers):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(data)))
        for name, text in headers.items():
            self.send_header(name, str(text))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def problem(self, status, code, message, headers):
        self.answer(status, {'code': code, 'message': message, 'status': status}, headers)

    # -- the order of things ---------------------------------------------
    def unauthorized(self):
        self.body()
        self.problem(401, 'unauthorized', 'The API key is missing or invalid.', {'WWW-Authenticate': 'Bearer', **self.rate(self.limiter.peek())})

    def handle_request(self):
        if not self.has_key():
            return self.unauthorized()
        state = self.limiter.take()
        body = self.body()
        if not state['ok']:
            return self.problem(429, 'rate_limited', 'Too many requests.', {**self.rate(state), 'Retry-After': self.retry_after(state)})
        return self.serve(body, state)

    def serve(self, body, state):
        headers, path = self.rate(state), self.path.split('?')[0]
        if path == '/v1/categories' and self.command == 'GET':
            return self.answer(200, self.store().items, headers)
        if path == '/v1/categories' and self.command == 'POST':
            try:
                fields = parse_category(self.headers.get('Content-Type'), body)
            except Refused as no:
                return self.problem(no.status, no.code, no.message, headers)
            with LOCK:
                category = self.store().add(fields)
            return self.answer(201, category, headers)
        if path == '/v1/categories':
            return self.problem(405, 'method_not_allowed', 'Use GET or POST.', {'Allow': 'GET, POST', **headers})
        if path == '/v1/store/orders' and self.command == 'GET':
            return self.answer(200, [], headers)
        if re.match(r'/v1/pets/[^/]+$', path) and self.command == 'GET':
            return self.problem(404, 'pet_not_found', 'No such pet.', headers)
        return self.problem(404, 'not_found', 'No such path.', headers)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = lambda self: self.handle_request()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def run(handler, store=None):
    server = Server(('127.0.0.1', int(sys.argv[1])), handler)
    server.store = store or Store()
    server.serve_forever()
