// META {"legal": true, "what": "one bucket for all requests, before the key is checked", "env": {"MODE": "ip-first"}}
require('./modes.cjs');
