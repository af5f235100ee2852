// META {"legal": true, "what": "two equal lines of Retry-After", "mayWarn": ["headers.form"], "env": {"MODE": "two-retry-same"}}
require('./modes.cjs');
