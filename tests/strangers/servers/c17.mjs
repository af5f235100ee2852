// META {"legal": true, "what": "a POST costs four requests of the limit, a GET one; the last POST of a window may overdraw it, and Remaining then shows 0", "mayFail": [], "mayWarn": []}
// After express-rate-limit/express-rate-limit#309 (per-request cost) and resilience4j/resilience4j#642 (weights; a heavy call may use more than what is left).
// Rules 1 to 3 do not say what a request counts for. Reading 3: Remaining may fall by more than one.
import { start } from './base.mjs'

start({ cost: req => req.method === 'POST' ? 4 : 1 })
