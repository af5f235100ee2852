# META {"legal": false, "what": "two workers take turns and each keeps the categories in its own memory, so every list lacks what the other worker created", "mustFail": ["list.complete"], "mayFail": [], "mayWarn": []}
# After qxf2/cars-api#28 ("will result in failure when we add a new car using /car/add and try to validate if the new car is indeed added": several gunicorn workers) and benoitc/gunicorn#1990.
# GET /categories: "returns all categories". Row list.complete. Reading 6 gives a new category two seconds to show; here every second list lacks it for ever
# (a check that is content with having seen it once misses this). Ids come from one sequence (worker 1 odd, worker 2 even), limiter and key are shared: only the lists are apart.
import itertools

from petlib import Handler, Store, run

WORKERS = [Store(first=1, step=2), Store(first=2, step=2)]
TURN = itertools.count()


class TwoWorkers(Handler):
    def store(self):
        # The master deals each request to the next worker.
        return WORKERS[next(TURN) % 2]


run(TwoWorkers)
