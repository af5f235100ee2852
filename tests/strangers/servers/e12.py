# META {"legal": true, "what": "the process restarts once after 40 answers: connections close, the counters in memory are lost and a new window begins; windows start with their first request", "mustFail": [], "mayFail": [], "mayWarn": ["http.sheds-load"]}
# After resilience4j/resilience4j#2069 ("limits are reset" when the application restarts) and JhaSourav07/commitpulse#6207.
# Legal: the categories are kept, one new window is "a window turning over" (reading 4), a connection may be closed between answers (reading 9), the limit is enforced before and after.
import math
import socket
import time

from hooked import LIMIT, LOCK, WINDOW, Handler, serve


# A window begins with the first request after the last one ended. 401s are not counted.
BUCKET = {"end": 0.0, "used": 0}
ANSWERS = {"count": 0}
RESTART_AFTER = 40
IDLE_SOCKETS = set()


def roll():
    if time.time() >= BUCKET["end"]:
        BUCKET.update(end=time.time() + WINDOW, used=0)
    return BUCKET["end"]


def idle():
    now = time.time()
    gone = now >= BUCKET["end"]
    end = now + WINDOW if gone else BUCKET["end"]
    return {"limit": LIMIT, "remaining": LIMIT if gone else max(0, LIMIT - BUCKET["used"]), "reset": math.ceil(end), "wait": None}


def take():
    end = roll()
    if BUCKET["used"] >= LIMIT:
        return {"limit": LIMIT, "remaining": 0, "reset": math.ceil(end), "wait": max(1, math.ceil(end - time.time()))}
    BUCKET["used"] += 1
    return {"limit": LIMIT, "remaining": LIMIT - BUCKET["used"], "reset": math.ceil(end), "wait": None}


# The restart is graceful: what is being answered is answered, then every connection is closed,
# and the new process needs 0.3 s until it accepts requests.
class Restarting(Handler):
    def handle_one_request(self):
        with LOCK:
            IDLE_SOCKETS.add(self.connection)
        self.generation = ANSWERS.get("generation", 0)
        super().handle_one_request()
        with LOCK:
            IDLE_SOCKETS.discard(self.connection)
            if ANSWERS.get("generation", 0) != self.generation:
                self.close_connection = True

    def route(self):
        raw = self.body()
        with LOCK:
            IDLE_SOCKETS.discard(self.connection)
            self.respond(raw)
            self.wfile.flush()
            ANSWERS["count"] += 1
            if ANSWERS["count"] == RESTART_AFTER:
                ANSWERS["generation"] = 1
                BUCKET.update(end=0.0, used=0)
                for idle_socket in list(IDLE_SOCKETS):
                    try:
                        idle_socket.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass
                time.sleep(0.3)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = route


serve(handler=Restarting, idle=idle, take=take)
