// META {"legal": false, "what": "every third valid creation is 500", "mayWarn": ["http.sheds-load"], "env": {"MODE": "third-500"}, "mustFail": ["http.passing-failures"]}
require('./modes.cjs');
