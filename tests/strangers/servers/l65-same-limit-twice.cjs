// META {"legal": true, "what": "sends the line of Limit twice, with the same value", "mayWarn": ["headers.form"], "env": {"MODE": "same-limit-twice"}}
require('./modes.cjs');
