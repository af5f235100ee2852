# META {"legal": true, "what": "two pre-forked workers, each bound to one connection until that is closed (8 requests, announced with Keep-Alive and Connection: close, or idle over a second), while further connections wait unanswered in the listen backlog", "mayWarn": []}
import socket, sys, threading
from common300 import H
class W(H):
    timeout = 1.4
    n = 0
    def extra(self):
        self.n += 1
        if self.n >= 8:
            self.close_connection = True
            return {'Connection': 'close'}
        return {'Connection': 'keep-alive', 'Keep-Alive': 'timeout=1, max=%d' % (8 - self.n)}
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(('127.0.0.1', int(sys.argv[1]))); s.listen(128)
class Srv: pass
def worker():
    while True:
        c, a = s.accept()
        try: W(c, a, Srv)
        except (OSError, ValueError): pass
        try: c.shutdown(socket.SHUT_WR)
        except OSError: pass
        c.close()
t = [threading.Thread(target=worker) for _ in range(2)]
for x in t: x.start()
