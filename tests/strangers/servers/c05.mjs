// META {"legal": false, "what": "only the first three quarters of the key count, because account id and key are hashed together and the hash ignores what is beyond 72 bytes", "mustFail": ["auth.key-exact"], "mayFail": ["auth.key-invalid"], "mayWarn": []}
// After the Okta incident of October 2024: https://josephscott.org/blog/2024/okta-bcrypt-and-52-character-usernames (bcrypt takes no notice of bytes beyond the 72nd).
// Row auth.key-exact: a key cut short at its end or extended is an invalid key: 401. Here both are accepted.
// auth.key-invalid may fail as well, if its non-ASCII letter stands in the last quarter.
import { createHash } from 'node:crypto'
import { start, KEY } from './base.mjs'

const counted = Math.max(1, Math.floor(Buffer.byteLength(KEY) * 3 / 4))
const account = 'a'.repeat(Math.max(0, 72 - counted)) // a long account id, hashed in front of the key
const hash = key => createHash('sha256').update(Buffer.from(account + key).subarray(0, account.length + counted)).digest('hex')
const known = hash(KEY)

start({
  auth(header) {
    const m = /^bearer +(.*)$/i.exec(header ?? '')
    return m && hash(m[1]) === known ? null : { status: 401, code: 'unauthorized', message: 'A valid API key is required.' }
  },
})
