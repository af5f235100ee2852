// META {"legal": true, "what": "every request starts the rate-limit window again, so that the counter falls back only after a pause of one whole window", "mayFail": [], "mayWarn": []}
// After express-rate-limit/rate-limit-redis#220 and its pull request #11 (option resetExpiryOnChange: the expiry begins again with each hit, the count does not).
// Rules 1 to 3 do not say when a window begins. Reading 3: Reset may move or stand still. After the Retry-After of a 429 (a whole window) requests are served again.
import { start, LIMIT, WINDOW } from './base.mjs'

let end = 0, used = 0
const view = (now, ok, remaining) => ({
  ok, limit: LIMIT, remaining, reset: Math.ceil(end / 1000), retryAfter: Math.max(1, Math.ceil((end - now) / 1000)),
})
start({
  limiter: {
    take() {
      const now = Date.now()
      if (now >= end) used = 0
      const ok = used < LIMIT
      if (ok) used++
      end = now + WINDOW // also after a 429, as the Redis store does
      return view(now, ok, LIMIT - used)
    },
    idle() { const now = Date.now(); if (now >= end) { used = 0; end = now + WINDOW } return view(now, true, LIMIT) },
  },
})
