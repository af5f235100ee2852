// META {"legal": false, "what": "names must differ in their first eight characters", "mustFail": ["create.created"], "missed": true, "env": {"MODE": "slug-unique"}}
require('./modes.cjs');
