// META {"legal": true, "what": "a sliding window counter that weights the previous window", "env": {"MODE": "sw-counter"}}
require('./modes.cjs');
