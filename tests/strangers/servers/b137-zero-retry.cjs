// META {"legal": false, "what": "Retry-After is always 0, up to four seconds too early", "mustFail": ["limit.recovers"], "env": {"MODE": "zero-retry", "WINDOW_MS": "8000"}}
require('./modes.cjs');
