# META {"legal": true, "what": "the very first request meets a sleeping container: 503 with an HTML page and none of the rate-limit headers, everything after it is right", "mayFail": [], "mayWarn": ["errors.elsewhere", "http.sheds-load", "errors.texts", "http.date", "http.passing-failures", "create.content-type"]}
# After knative/serving#9888 (502 while a service scales from zero).
# Reading 10: one passing 502/503/504 on a GET is tried again once and shown as flaky, and what such an answer carries is not judged.
# Reading 15: an HTML page to the first GET ends the run only if the other three are answered so, too.
import time
from base import Service, start


class Sleeping(Service):
    awake = False

    def early(self, handler):
        if self.awake:
            return False
        self.awake = True
        time.sleep(0.3)
        page = b"<!doctype html><html><head><title>503</title></head><body><h1>Service is starting</h1></body></html>"
        handler.send_response(503)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(page)))
        handler.end_headers()
        handler.wfile.write(page)
        return True


start(Sleeping())
