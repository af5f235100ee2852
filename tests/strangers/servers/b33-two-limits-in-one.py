# META {"legal": false, "what": "gateway and service both add X-RateLimit-Limit, with different values joined as \"60, 1000\"", "mustFail": ["headers.present"], "mayFail": ["headers.limit", "headers.remaining", "headers.usage"], "mayWarn": ["headers.elsewhere"]}
from common import App, run
class S(App):
    def rate_headers(self, r, h, status):
        return {**super().rate_headers(r, h, status), 'X-RateLimit-Limit': '%d, 1000' % r.limit}
run(S)
