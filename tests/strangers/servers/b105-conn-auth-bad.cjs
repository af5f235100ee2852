// META {"legal": false, "what": "accepts any other key on a connection that used the key", "mustFail": ["auth.key-invalid", "auth.key-exact"], "env": {"MODE": "conn-auth-bad"}}
require('./modes.cjs');
