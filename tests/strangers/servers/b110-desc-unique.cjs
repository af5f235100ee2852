// META {"legal": false, "what": "descriptions must be unique instead of names", "mustFail": ["create.created"], "env": {"MODE": "desc-unique"}}
require('./modes.cjs');
