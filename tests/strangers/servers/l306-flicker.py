# META {"legal": true, "what": "lists come in turn from the primary and two replicas that lag 0.8 s and 1.6 s and sort differently, so a new category shows, vanishes and shows again during its first two seconds", "mayWarn": []}
import time, itertools
from common300 import H, Store, LOCK, serve
turn = itertools.count()
class R(Store):
    def list(self):
        with LOCK:
            k = next(turn) % 3
            t = time.monotonic() - (0, 0.8, 1.6)[k]
            rows = [c for at, c in self.rows if at <= t]
        return rows if k == 0 else rows[::-1] if k == 1 else sorted(rows, key=lambda c: c['name'])
class X(H): store = R()
serve(X)
