// META {"legal": false, "what": "an old category has a null description", "mustFail": ["list.category"], "env": {"MODE": "old-null"}}
require('./modes.cjs');
