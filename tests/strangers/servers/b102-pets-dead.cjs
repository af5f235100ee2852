// META {"legal": false, "what": "GET /pets/{petId} is always 429 with Retry-After: 2s and Remaining above 0", "mustFail": ["limit.retry-after-value"], "env": {"MODE": "pets-dead"}}
require('./modes.cjs');
