# META {"legal": false, "what": "names and descriptions are kept in NFKC (other text by create.text; hits only where a compatibility character is sent)", "mustFail": ["create.text"], "mayFail": ["list.complete"]}
import unicodedata
from common import App, run
class S(App):
    def insert(self, v):
        return super().insert({k: unicodedata.normalize('NFKC', x) if isinstance(x, str) else x for k, x in v.items()})
run(S)
