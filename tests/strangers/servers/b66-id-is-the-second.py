# META {"legal": false, "what": "the id is the Unix time in seconds: creations of the same second share it", "mustFail": ["create.id-unique"], "mayFail": ["list.ids-unique", "list.complete"]}
import time
from common import App, run
class S(App):
    def new_id(self):
        return int(time.time())
run(S)
