// META {"legal": false, "what": "POST /categories accepts every token that begins with the key (GET compares exactly)", "mustFail": ["auth.key-exact"]}
const { KEY, token, serve } = require('./plain.cjs');

serve({
  authorised: (header, op) => (op === 'create' ? (token(header) || '').startsWith(KEY) : token(header) === KEY),
});
