# META {"legal": true, "what": "bodies come in chunks of 7 bytes that cut through UTF-8 characters, sizes with leading zeros and the first ones with quoted extensions, after two chunks of leading white space sent early, and with a trailer section", "mayWarn": []}
import hashlib
from core import *
class H(Handler):
    def deliver(self, body):
        if self.request_version != "HTTP/1.1" or self.command == "HEAD": return super().deliver(body)
        self.send_header("Transfer-Encoding", "chunked"); self.send_header("Trailer", "X-Body-Sha256, Server-Timing")
        if self.close_connection: self.send_header("Connection", "close")
        self._headers_buffer.append(b"\r\n")
        self.wfile.write(b"".join(self._headers_buffer)); self._headers_buffer = []
        for _ in range(2):
            self.wfile.write(b"0002;beat;note=\"a;b\"\r\n \n\r\n"); time.sleep(0.004)
        parts = [body[i:i + 7] for i in range(0, len(body), 7)]
        def framed(i, p): return b"%04X" % len(p) + (b';part=%d' % i if i < 4 else b"") + b"\r\n" + p + b"\r\n"
        half = len(parts) // 2
        self.wfile.write(b"".join(framed(i, p) for i, p in enumerate(parts[:half])))
        time.sleep(0.002)
        self.wfile.write(b"".join(framed(i + half, p) for i, p in enumerate(parts[half:])) +
            b"000\r\nX-Body-Sha256: " + hashlib.sha256(b" \n \n" + body).hexdigest().encode() + b"\r\nServer-Timing: db;dur=2\r\n\r\n")
serve(H)
