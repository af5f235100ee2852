// META {"legal": true, "what": "token bucket with Retry-After: 0, because the next token comes immediately", "env": {"MODE": "bucket-zero"}}
require('./modes.cjs');
