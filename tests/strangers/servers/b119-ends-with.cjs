// META {"legal": false, "what": "accepts any text before the key", "mustFail": ["auth.key-exact"], "env": {"MODE": "ends-with"}}
require('./modes.cjs');
