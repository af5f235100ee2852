# META {"legal": true, "what": "the clock of the server is three hours slow, in Date, in Reset and in a Retry-After that is a date", "mustFail": [], "mayFail": [], "mayWarn": []}
# After octokit/plugin-throttling.js#599 ("take local time and server time into account") and urkle's report in basecamp/bcx-api#212 (waiting for a time needs clocks in step).
# Reading 5: "The server's clock is judged by its own Date header". Row headers.reset: by the server's own Date. Row limit.retry-after-value: an HTTP-date is standard form;
# by this server's Date it is ahead. Reading 16 speaks of a past date only "with no Date beside it". A client that compares with its own clock sees Reset three hours ago.
import math
import time
from email.utils import formatdate

from petlib import FixedWindow, Handler, run

SLOW = 3 * 3600


def clock():
    return time.time() - SLOW


class SlowClock(Handler):
    limiter = FixedWindow(clock)

    def date_time_string(self, timestamp=None):
        # The Date header, by the clock of this machine.
        return formatdate(clock() if timestamp is None else timestamp, usegmt=True)

    def retry_after(self, state):
        return formatdate(math.ceil(state['end']), usegmt=True)


run(SlowClock)
