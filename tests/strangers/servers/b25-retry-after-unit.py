# META {"legal": false, "what": "Retry-After carries a unit: 3s", "mustFail": ["limit.retry-after-value"]}
from common import App, run
class S(App):
    def retry(self, r):
        return '%ds' % super().retry(r)
run(S)
