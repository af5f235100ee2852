# META {"legal": true, "what": "answers are gzip where the request allows gzip (or *), and the ETag and Vary headers are set; the list is newest first"}
import gzip
from common import App, run
class S(App):
    def list(self):
        return 200, {'ETag': 'W/"%d"' % len(self.rows), 'Vary': 'Accept-Encoding, Authorization'}, self.rows[::-1]
    def handle(self, h, body):
        status, headers, data = super().handle(h, body)
        if 'gzip' in (h.headers.get('Accept-Encoding') or ''):
            data, headers = gzip.compress(data), {**headers, 'Content-Encoding': 'gzip'}
        return status, headers, data
run(S)
