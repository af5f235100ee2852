// META {"legal": false, "what": "two lines of Content-Type, application/json and text/plain", "mustFail": ["list.media-type", "create.media-type", "errors.media-type"], "mayWarn": ["errors.elsewhere"], "env": {"MODE": "dup-ct"}}
require('./modes.cjs');
