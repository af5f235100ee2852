// META {"legal": false, "what": "only POSTs are limited", "mustFail": ["limit.enforced"], "env": {"MODE": "only-post-429"}}
require('./modes.cjs');
