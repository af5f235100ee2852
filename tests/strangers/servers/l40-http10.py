# META {"legal": true, "what": "BaseHTTPRequestHandler as it comes: HTTP/1.0, a connection for each request, ids random over the whole int64"}
import random
from common import App, run
class S(App):
    protocol = 'HTTP/1.0'
    def new_id(self):
        return random.randint(-2**63, 2**63 - 1)
run(S)
