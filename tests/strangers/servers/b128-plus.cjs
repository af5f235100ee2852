// META {"legal": false, "what": "Retry-After has a plus sign", "mustFail": ["limit.retry-after-value"], "env": {"MODE": "plus"}}
require('./modes.cjs');
