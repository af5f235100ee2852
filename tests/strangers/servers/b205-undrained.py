# META {"legal": false, "what": "a 401 to a POST is sent without reading the body and the connection stays open, so the body is taken for the start of the next request there, which gets a bare HTML 400 without any rate-limit header", "mustFail": ["headers.present"], "mayFail": ["list.ok", "list.media-type", "list.complete", "create.created", "create.media-type", "create.fields", "create.text", "create.id", "create.description-optional", "errors.shape", "errors.status", "errors.media-type", "auth.key-missing", "auth.key-invalid", "auth.key-exact", "auth.bearer-only", "limit.enforced", "limit.recovers", "invalid.body-bytes"], "mayWarn": ["errors.elsewhere", "auth.challenge", "http.json-clean"]}
from core import *
class H(Handler):
    def read_body(self):
        return super().read_body() if self.authorized() else b""
    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        page = b"<html><head><title>400 Bad Request</title></head><body><h1>400 Bad Request</h1></body></html>\r\n"
        self.wfile.write(b"HTTP/1.1 400 Bad Request\r\nDate: " + self.date_time_string().encode() + b"\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(page) + page)
serve(H)
