// META {"legal": true, "what": "a 401 takes 400 ms, closes its connection, offers two challenges (Basic first, for staff accounts that this file has none of) and is counted nowhere: it shows an untouched allowance with a Reset that moves; the parser takes any case of the scheme and any number of blanks and tabs"}
const { createHash, timingSafeEqual } = require('crypto');
const { KEY, LIMIT, WINDOW, fail, serve } = require('./plain.cjs');

const digest = (text) => createHash('sha256').update(text, 'latin1').digest();
serve({
  authorised(header) {
    const value = (header || '').replace(/^[ \t]+|[ \t]+$/g, '');
    const gap = value.search(/[ \t]/);
    if (gap < 0 || value.slice(0, gap).toUpperCase() !== 'BEARER') return false;
    return timingSafeEqual(digest(value.slice(gap).replace(/^[ \t]+/, '')), digest(KEY));
  },
  unauthorised(res) {
    const untouched = { limit: LIMIT, remaining: LIMIT, reset: Math.ceil((Date.now() + WINDOW) / 1000) };
    setTimeout(() => fail(res, untouched, 401, 'unauthorized', 'Missing or invalid API key', {
      'WWW-Authenticate': ['Basic realm="staff", charset="UTF-8"', 'Bearer realm="petstore", error="invalid_token"'],
      Connection: 'close',
    }), 400);
  },
});
