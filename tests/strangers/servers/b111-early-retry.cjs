// META {"legal": false, "what": "Retry-After is 1 in a window of 20 s", "mustFail": ["limit.recovers"], "env": {"MODE": "early-retry"}}
require('./modes.cjs');
