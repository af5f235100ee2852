// META {"legal": false, "what": "GET /pets/{petId} has a limiter of its own in front of the key; its Retry-After is 1s", "mustFail": ["limit.retry-after-value"], "env": {"MODE": "pets-all-bad"}}
require('./modes.cjs');
