// META {"legal": true, "what": "GET /pets/{petId} is always 429 with Retry-After: 2 and Remaining above 0", "env": {"MODE": "pets-dead-good"}}
require('./modes.cjs');
