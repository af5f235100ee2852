# META {"legal": true, "what": "BaseHTTPRequestHandler with its defaults: HTTP/1.0, one connection for each request; ids are random int64"}
import random
from common import App, run
class S(App):
    protocol = 'HTTP/1.0'
    def new_id(self):
        return random.randint(-2**63, 2**63 - 1)
run(S)
