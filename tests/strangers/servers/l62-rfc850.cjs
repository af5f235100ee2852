// META {"legal": true, "what": "Retry-After is a date in the old form of RFC 850", "env": {"MODE": "rfc850"}}
require('./modes.cjs');
