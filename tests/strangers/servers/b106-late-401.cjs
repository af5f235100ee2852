// META {"legal": false, "what": "from the ninth 401 on, its status is a string", "mustFail": ["errors.shape"], "env": {"MODE": "late-401"}}
require('./modes.cjs');
