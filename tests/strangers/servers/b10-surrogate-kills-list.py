# META {"legal": false, "what": "lone surrogates (\\ud800 escaped) in a name are stored; the list is encoded without ascii escapes and is 500 for good: thorough alone sends such a body", "mustFail": ["list.ok"], "mayFail": ["invalid.body-bytes", "create.text"], "mayWarn": ["errors.elsewhere"], "args": {"profile": "thorough"}}
import json
from common import App, run
class S(App):
    def text(self, v):
        pass
    def json(self, v):
        return json.dumps(v, ensure_ascii=isinstance(v, dict)).encode()
    def list(self):
        try:
            self.json(self.rows)
            return super().list()
        except UnicodeEncodeError:
            return self.error(500, 'internal', 'Oops.')
run(S)
