// META {"legal": false, "what": "ids above 7 are strings in the list", "mustFail": ["list.category"], "env": {"MODE": "late-string-id"}}
require('./modes.cjs');
