# META {"legal": true, "what": "a sliding log of costs: GET 1, POST 2, a POST refused with 400 one more; a POST that does not fit is 429 with its Remaining of 1 while GETs still pass; requests without the key have a log of their own with half the Limit (429 before 401 beyond it); Reset = when the log will be empty"}
import time
from plain import LIMIT, WINDOW, lock, serve

logs = {"key": [], "anonymous": []}
limits = {"key": LIMIT, "anonymous": max(1, LIMIT // 2)}


def show(who, ok, need, now):
    log, limit = logs[who], limits[who]
    used = sum(cost for _, cost in log)
    free_at = now
    left = used + need - limit  # what must leave the log first
    for at, cost in log:
        if left <= 0:
            break
        left -= cost
        free_at = at + WINDOW
    last = log[-1][0] if log else now - WINDOW
    return {"ok": ok, "limit": limit, "remaining": max(0, limit - used), "reset": int(last + WINDOW) + 1,
            "retry": str(int(free_at - now) + 1)}


def take(who, op):
    now = time.time()
    need = 2 if op == "create" and who == "key" else 1
    with lock:
        log = logs[who]
        while log and log[0][0] <= now - WINDOW:
            log.pop(0)
        ok = sum(cost for _, cost in log) + need <= limits[who]
        if ok:
            log.append((now, need))
        return show(who, ok, need, now)


def fine(_rate):
    """One more for a refused body, where it still fits."""
    now = time.time()
    with lock:
        if sum(cost for _, cost in logs["key"]) < limits["key"]:
            logs["key"].append((now, 1))
        return show("key", True, 1, now)


serve(take=take, refused=fine)
