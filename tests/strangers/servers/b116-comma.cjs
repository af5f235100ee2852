// META {"legal": false, "what": "the key is followed by a comma and any text", "mustFail": ["auth.key-exact"], "env": {"MODE": "comma"}}
require('./modes.cjs');
