// META {"legal": false, "what": "an Authorization header that is not exactly two words is answered 400 instead of 401, as some bearer middlewares do", "mustFail": ["auth.bearer-only", "auth.key-exact"], "mayFail": [], "mayWarn": []}
// After auth0-blog/hapi-jwt-authentication#7 ("400 Bad HTTP authentication header format") and senchalabs/connect#647 (400 for a malformed Authorization header, on purpose).
// Authentication 3: when the key is missing or invalid, the response is 401. Bare key and "Bearer.<key>" are one word, "Bearer <key> more" is three.
// "Bearer " with nothing behind it is one word, too. A missing header and any two words are answered 401, correctly.
import { start, plainAuth } from './base.mjs'

start({
  auth(header, req) {
    if (header === undefined) return plainAuth(header)
    const words = header.trim().split(/ +/)
    if (words.length !== 2) return { status: 400, code: 'bad_authorization_header', message: 'Bad HTTP authentication header format.' }
    return plainAuth(header)
  },
})
