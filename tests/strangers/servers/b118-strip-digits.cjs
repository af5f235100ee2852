// META {"legal": false, "what": "trailing digits of the key are ignored", "mustFail": ["auth.key-exact"], "env": {"MODE": "strip-digits"}}
require('./modes.cjs');
