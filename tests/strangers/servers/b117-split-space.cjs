// META {"legal": false, "what": "the key is followed by a blank and any text", "mustFail": ["auth.key-exact"], "missed": true, "env": {"MODE": "split-space"}}
require('./modes.cjs');
