# META {"legal": true, "what": "a POST costs 3 units of the quota and a GET 1, so with 1 or 2 units left a POST is answered 429 with Remaining above 0 while GETs are still served down to 0", "mayWarn": []}
from common300 import H, Limiter, LIMIT, serve
class L(Limiter):
    def cost(self, method): return min(LIMIT, 3) if method == 'POST' else 1
class X(H): limiter = L()
serve(X)
