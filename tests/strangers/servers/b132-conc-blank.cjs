// META {"legal": false, "what": "Remaining is blank if two requests are in flight", "mustFail": ["headers.remaining"], "mayFail": ["headers.present"], "env": {"MODE": "conc-blank"}}
require('./modes.cjs');
