// META {"legal": false, "what": "the key is followed by a blank and any text", "mustFail": ["auth.key-exact"], "env": {"MODE": "split-space"}}
require('./modes.cjs');
