# META {"legal": true, "what": "one request at a time over HTTP/1.0 (each connection closed), the very first answer takes 900 ms, a new category shows in the list 1.5 s after its 201"}
import time
from http.server import HTTPServer
from plain import Handler, serve, store

warm = []


class Alone(Handler):
    protocol_version = "HTTP/1.0"
    timeout = 2

    def body(self):
        if not warm:
            warm.append(True)
            time.sleep(0.9)
        return super().body()


class OneByOne(HTTPServer):
    request_queue_size = 128


# Each category is stored with the time from which it is listed.
serve(Alone, OneByOne,
      add=lambda category: store.append((time.monotonic() + 1.5, category)),
      listed=lambda: [c for at, c in store if at <= time.monotonic()])
