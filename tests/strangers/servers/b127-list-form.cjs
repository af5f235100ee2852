// META {"legal": false, "what": "Limit has the form of a policy: 60, 60;w=4", "mustFail": ["headers.limit"], "mayFail": ["headers.plan"], "env": {"MODE": "list-form"}}
require('./modes.cjs');
