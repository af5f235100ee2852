// META {"legal": false, "what": "on GET /store/orders alone the header is split at blanks and its last word compared, whatever the scheme (bare key and Basic <key> pass)", "mustFail": ["auth.bearer-only"]}
const { KEY, token, serve } = require('./plain.cjs');

serve({
  authorised: (header, op) => (op === 'orders' ? (header || '').split(/\s+/).pop() : token(header)) === KEY,
});
