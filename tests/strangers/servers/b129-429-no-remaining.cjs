// META {"legal": false, "what": "a 429 has no Remaining", "mustFail": ["headers.present"], "env": {"MODE": "429-no-remaining"}}
require('./modes.cjs');
