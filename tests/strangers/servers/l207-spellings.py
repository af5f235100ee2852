# META {"legal": true, "what": "ids count down from 2^63-1 (beside 0, -1 and -2^63) and are spelled as digits in the 201 but with a fraction or exponent in the list, and status is 4.00e2", "mayWarn": []}
from core import *
def spell(n, how):
    s, sign = str(abs(n)), "-" if n < 0 else ""
    if how == 0 or n == 0: return sign + s
    if how == 1: return sign + s + ".0"
    if how == 2: return sign + s[0] + ("." + s[1:] if len(s) > 1 else "") + "E+%02d" % (len(s) - 1)
    return sign + s + "000e-3"
class H(Handler):
    ids = iter([0, -1, -2**63] + [2**63 - 1 - i for i in range(100000)])
    @classmethod
    def new_id(cls): return next(H.ids)
    def category(self, c, where):
        how = 0 if where == "created" else 1 + c["id"] % 3
        rest = json.dumps({k: v for k, v in c.items() if k[0] != "_" and k != "id"}, ensure_ascii=True)
        return '{"id":' + spell(c["id"], how) + "," + rest[1:]
    def error_body(self, status, code, message):
        s = str(status)
        return ('{"status":%s.%se2,"code":%s,"message":%s}' % (s[0], s[1:], json.dumps(code), json.dumps(message))).encode()
serve(H)
