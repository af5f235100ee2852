// META {"legal": false, "what": "a 429 carries two different Retry-After", "mustFail": ["limit.retry-after-value"], "env": {"MODE": "two-retry"}}
require('./modes.cjs');
