// META {"legal": false, "what": "any text may precede the key", "mustFail": ["auth.key-exact"], "missed": true, "env": {"MODE": "ends-with"}}
require('./modes.cjs');
