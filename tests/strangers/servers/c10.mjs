// META {"legal": false, "what": "the 429 to a POST carries no Retry-After, the 429 to a GET does", "mustFail": ["limit.retry-after"], "mayFail": ["limit.recovers"], "mayWarn": []}
// After cowprotocol/services#4448 (POST /api/v1/quote returns 429 without Retry-After).
// Errors: 429 carries a Retry-After header, whatever the method. Reading 4: the first GET beyond the limit is accompanied by a valid POST.
import { start } from './base.mjs'

start({ retryAfterOn: req => req.method !== 'POST' })
