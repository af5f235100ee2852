# META {"legal": false, "what": "the 400 to a body that is not UTF-8 quotes the offending bytes raw in its message, so that this error body is itself not UTF-8 (no JSON)", "mustFail": ["errors.shape"], "mayFail": ["errors.status"], "mayWarn": []}
from core import *
class H(Handler):
    def refuse(self, e, body):
        try: body.decode("utf-8")
        except UnicodeDecodeError as u:
            near = bytes(b for b in body[u.start:u.start + 4] if b >= 0x20 and b not in b'"\\')
            return self.out(400, b'{"code": "malformed_body", "message": "Invalid byte near \'' + near + b'\'.", "status": 400}')
        return super().refuse(e, body)
serve(H)
