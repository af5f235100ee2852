// META {"legal": false, "what": "sends a 429 without Remaining", "mustFail": ["headers.present"], "env": {"MODE": "429-no-remaining"}}
require('./modes.cjs');
