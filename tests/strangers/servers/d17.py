# META {"legal": true, "what": "at most two requests are worked on at a time; a third is shed with 503 and Retry-After: 1", "mustFail": [], "mayFail": [], "mayWarn": ["http.sheds-load"]}
# After linkerd/linkerd2-proxy#225 (load shedding above max-in-flight, 503) and alphaonedev/ai-memory-mcp#1733 (admission control, typed 503).
# Reading 19: "A gateway that sheds load ... is no finding of the rows that its 5xx hit"; http.sheds-load (advisory) warns at most.
# The limiter stands before the gate, so what is beyond the limit is 429 and never 503. A request takes 15 ms, so company does meet.
import threading
import time

from petlib import Handler, run

GATE = threading.Semaphore(2)


class Shedding(Handler):
    def serve(self, body, state):
        if not GATE.acquire(blocking=False):
            return self.problem(503, 'overloaded', 'Too many requests at once.', {**self.rate(state), 'Retry-After': '1'})
        try:
            time.sleep(0.015)
            return super().serve(body, state)
        finally:
            GATE.release()


run(Shedding)
