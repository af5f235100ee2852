# META {"legal": false, "what": "texts are stored raw but run through html.unescape on the way out, so a literal &amp; or &lt; in a name or description comes back as & or < (a bare ampersand or bracket survives)", "mustFail": ["create.text"], "mayFail": ["list.complete"], "mayWarn": []}
import html
from core import *
class H(Handler):
    def category(self, c, where):
        return super().category({k: html.unescape(v) if isinstance(v, str) else v for k, v in c.items()}, where)
serve(H)
