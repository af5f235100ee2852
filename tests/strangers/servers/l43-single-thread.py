# META {"legal": true, "what": "one thread with keep-alive (HTTPServer, HTTP/1.1): while one connection is open the others wait, an idle one is closed after 0.3 s"}
import common
from http.server import HTTPServer, BaseHTTPRequestHandler
BaseHTTPRequestHandler.timeout = 0.3
class One(HTTPServer):
    daemon_threads = True
    request_queue_size = 64
common.ThreadingHTTPServer = One
common.run(common.App)
