// META {"legal": true, "what": "Reset is computed anew for every answer from a rounded clock and a rounded rest, so that within one window it flutters between two neighbouring seconds", "mayFail": [], "mayWarn": []}
// After discord/discord-api-docs#5428 (X-RateLimit-Reset is not the same in every answer).
// Rules 2: Reset is the Unix time at which the limit resets. Reading 3: Reset may move or stand still. The windows themselves are fixed.
import { start, fixedWindow } from './base.mjs'

const inner = fixedWindow()
const flutter = v => ({ ...v, reset: Math.ceil(Date.now() / 1000) + v.retryAfter }) // "now + time to live", both rounded up, so never early
start({ limiter: { take: cost => flutter(inner.take(cost)), idle: () => flutter(inner.idle()) } })
