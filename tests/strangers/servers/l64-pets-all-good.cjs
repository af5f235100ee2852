// META {"legal": true, "status": 3, "what": "GET /pets/{petId} has a limiter of its own in front of the key", "env": {"MODE": "pets-all-good"}}
require('./modes.cjs');
