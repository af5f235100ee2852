# META {"legal": false, "what": "eight worker processes answer in turn and each counts for itself, so eight times the limit is served in one window", "mustFail": ["limit.enforced"], "mayFail": ["headers.usage"], "mayWarn": []}
# After laurentS/slowapi#226 (uvicorn with 8 workers and the limiter's storage in memory) and express-rate-limit/express-rate-limit#51.
# Rules 3: "When a request exceeds the limit, the response is 429"; reading 4: more than Limit + 7 + ceil(Limit x t / W) served while Limit and Reset stand still.
# Each worker's Remaining is honest about that worker, and every worker does reach 0 and 429 in the end.
import math
import time

from hooked import LIMIT, WINDOW, serve

# The one defect: the counter lives in the worker, and the requests go round the workers.
WORKERS = 8
BUCKETS = [{"window": None, "used": 0} for _ in range(WORKERS)]
TURN = {"next": 0}


def worker():
    TURN["next"] = (TURN["next"] + 1) % WORKERS
    bucket = BUCKETS[TURN["next"]]
    number = math.floor(time.time() / WINDOW)
    if bucket["window"] != number:
        bucket.update(window=number, used=0)
    return bucket, (number + 1) * WINDOW


def idle():
    bucket, end = worker()
    return {"limit": LIMIT, "remaining": max(0, LIMIT - bucket["used"]), "reset": math.ceil(end), "wait": None}


def take():
    bucket, end = worker()
    if bucket["used"] >= LIMIT:
        return {"limit": LIMIT, "remaining": 0, "reset": math.ceil(end), "wait": max(1, math.ceil(end - time.time()))}
    bucket["used"] += 1
    return {"limit": LIMIT, "remaining": LIMIT - bucket["used"], "reset": math.ceil(end), "wait": None}


serve(idle=idle, take=take)
