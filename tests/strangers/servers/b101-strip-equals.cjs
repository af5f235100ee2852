// META {"legal": false, "what": "trailing = of the key is ignored", "mustFail": ["auth.key-exact"], "env": {"MODE": "strip-equals"}}
require('./modes.cjs');
