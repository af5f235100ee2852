# META {"legal": false, "what": "X-RateLimit-Limit is a list with the quota policy behind the number, as in \"60, 60;w=4\"", "mustFailOneOf": ["headers.limit", "headers.present"], "mayFail": ["headers.remaining", "headers.usage", "headers.limit-steady", "limit.enforced", "limit.recovers"], "mayWarn": ["headers.form", "create.content-type"]}
# After ietf-wg-httpapi/ratelimit-headers#78 and #24 (the draft's "100, 100;w=20, 200;w=100"; gateways that follow the early draft send that value under the X- name).
# Rules 1 and row headers.limit: Limit is a positive integer; row headers.present: one value each.
from base import LIMIT, WINDOW, Service, start


class Draft(Service):
    def headers(self, remaining):
        return {**super().headers(remaining), "X-RateLimit-Limit": f"{LIMIT}, {LIMIT};w={max(1, round(WINDOW))}"}


start(Draft())
