# META {"legal": true, "what": "every second connection reads lists from a replica that is 1.6 s behind, so a new category shows, is gone on another connection, and shows again within two seconds", "mayWarn": []}
from core import *
class H(Handler):
    count = 0
    def setup(self):
        super().setup()
        with LOCK: H.count += 1; self.lag = 0 if H.count % 2 else 1.6
    def visible(self):
        now = time.monotonic()
        with LOCK: return [c for c in Handler.store if c["_t"] <= now - self.lag]
for c in ("dog", "cat", "rabbit"): H.add(c)["_t"] -= 10
serve(H, seed=False)
