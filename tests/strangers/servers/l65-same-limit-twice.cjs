// META {"legal": true, "what": "two equal lines of Limit", "mayWarn": ["headers.form"], "env": {"MODE": "same-limit-twice"}}
require('./modes.cjs');
