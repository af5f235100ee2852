// META {"legal": false, "what": "two values of Remaining are joined by a comma", "mustFail": ["headers.present"], "mayWarn": ["headers.form", "headers.elsewhere"], "env": {"MODE": "joined"}}
require('./modes.cjs');
