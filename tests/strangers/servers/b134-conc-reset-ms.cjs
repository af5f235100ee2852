// META {"legal": false, "what": "Reset is in milliseconds if two requests are in flight", "mustFail": ["headers.reset"], "env": {"MODE": "conc-reset-ms"}}
require('./modes.cjs');
