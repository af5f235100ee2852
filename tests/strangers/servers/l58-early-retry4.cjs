// META {"legal": true, "what": "Retry-After is 1 in a window of 4 s, which two waits may miss: undecided", "env": {"MODE": "early-retry4"}}
require('./modes.cjs');
