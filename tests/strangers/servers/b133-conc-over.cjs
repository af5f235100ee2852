// META {"legal": false, "what": "sends a Remaining above Limit if two requests are in flight", "mustFail": ["headers.remaining"], "env": {"MODE": "conc-over"}}
require('./modes.cjs');
