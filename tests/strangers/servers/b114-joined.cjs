// META {"legal": false, "what": "sends two values of Remaining, joined by a comma", "mustFail": ["headers.present"], "mayWarn": ["headers.form", "headers.elsewhere"], "env": {"MODE": "joined"}}
require('./modes.cjs');
