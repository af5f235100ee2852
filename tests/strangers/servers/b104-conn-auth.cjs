// META {"legal": false, "what": "a connection that had the key is served without one", "mustFail": ["auth.key-missing"], "env": {"MODE": "conn-auth"}}
require('./modes.cjs');
