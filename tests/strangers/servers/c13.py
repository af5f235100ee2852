# META {"legal": true, "what": "bodies are sent as chunks of five bytes that cut letters of several bytes apart, the first with a chunk extension, with a trailer behind the last", "mayFail": [], "mayWarn": ["create.content-type"]}
# After tomas/needle#374 and igrigorik/em-http-request#66 (a letter of several bytes that is split between two chunks is corrupted by the client).
# Reading 9: chunking is legal. RFC 9112 7.1.1: a recipient ignores chunk extensions that it does not know; RFC 9110 6.5: trailers may be ignored.
from base import Service, start


def send(handler, status, headers, data):
    handler.send_response(status)
    for k, v in {"Content-Type": "application/json; charset=utf-8", **headers, "Transfer-Encoding": "chunked", "Trailer": "Server-Timing"}.items():
        handler.send_header(k, v)
    handler.end_headers()
    parts = [data[i:i + 5] for i in range(0, len(data), 5)]
    for i, part in enumerate(parts):
        extension = b";part=first" if i == 0 else b""  # plain: Node's own parser refuses a second extension and quoted values
        handler.wfile.write(b"%x%s\r\n%s\r\n" % (len(part), extension, part))
    handler.wfile.write(b"0\r\nServer-Timing: db;dur=1\r\n\r\n")


start(Service(), send)
