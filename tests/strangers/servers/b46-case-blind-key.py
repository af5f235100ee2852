# META {"legal": false, "what": "the key is compared without regard to case", "mustFail": ["auth.key-exact"]}
from common import App, run, KEY
class S(App):
    def auth(self, h):
        return (h.headers.get('Authorization') or '').lower() == 'bearer ' + KEY.lower()
run(S)
