// META {"legal": false, "what": "a connection that had the key is served with any other", "mustFail": ["auth.key-invalid", "auth.key-exact"], "env": {"MODE": "conn-auth-bad"}}
require('./modes.cjs');
