# META {"legal": true, "what": "a sliding window of six wall-clock slices: what was used in a slice comes back all at once when it leaves; one bucket per client and operation; Reset = when the oldest used slice leaves; Retry-After in whole seconds with leading zeros (1*DIGIT)", "env": {"WINDOW_MS": "12000"}}
import time
from plain import LIMIT, WINDOW, lock, serve

SLICE = int(WINDOW) // 6
slices = {}


def take(who, op):
    now = time.time()
    current = int(now // SLICE)
    with lock:
        used = slices.setdefault((who, op), {})
        for old in [s for s in used if s <= current - 6]:
            del used[old]
        ok = sum(used.values()) < LIMIT
        if ok:
            used[current] = used.get(current, 0) + 1
        leaves = (min(used) + 6) * SLICE
        return {"ok": ok, "limit": LIMIT, "remaining": LIMIT - sum(used.values()), "reset": leaves,
                "retry": "%04d" % (int(leaves - now) + 1)}


serve(take=take)
