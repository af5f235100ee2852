# META {"legal": false, "what": "the request object of a keep-alive connection keeps its body until the next one overwrites it, so a POST without a body repeats the POST before it on that connection", "mustFail": ["invalid.body-empty"], "mayFail": ["invalid.nothing-stored", "list.complete", "create.id-unique"], "mayWarn": []}
from core import *
class H(Handler):
    kept = b""
    def read_body(self):
        got = super().read_body()
        if got: self.kept = got
        return self.kept
serve(H)
