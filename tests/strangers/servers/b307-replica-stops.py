# META {"legal": false, "what": "lists come from a replica that stops applying changes for good at the first category with a character beyond U+FFFF in name or description (a three-byte utf8 column), so nothing created from then on is ever listed", "mustFail": ["list.complete"], "mayWarn": []}
from common300 import H, Store, LOCK, serve
class R(Store):
    replica = []; halted = False
    def add(self, name, desc):
        with LOCK:
            c = super().add(name, desc)
            if any(ord(x) > 0xffff for x in name + (desc or '')): self.halted = True
            if not self.halted: self.replica.append(c)
            return c
    def list(self):
        with LOCK: return list(self.replica)
class X(H): store = R()
serve(X)
