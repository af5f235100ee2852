// META {"legal": true, "what": "a token bucket with Retry-After: 0, because the next token comes at once", "env": {"MODE": "bucket-zero"}}
require('./modes.cjs');
