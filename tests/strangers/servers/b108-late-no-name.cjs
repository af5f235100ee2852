// META {"legal": false, "what": "older categories lose their names in the list", "mustFail": ["list.category", "list.complete"], "env": {"MODE": "late-no-name"}}
require('./modes.cjs');
