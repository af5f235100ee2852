// META {"legal": true, "what": "every answer takes 1.5 s: too slow to use up the limit", "env": {"MODE": "slow"}}
require('./modes.cjs');
