// META {"legal": true, "what": "Retry-After is 1 in a window of 4 s: it depends on the moment whether the second 429 is in the same window", "env": {"MODE": "early-retry4"}, "mayFail": ["limit.recovers"]}
require('./modes.cjs');
