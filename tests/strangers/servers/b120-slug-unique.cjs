// META {"legal": false, "what": "names must differ in their first eight characters", "mustFail": ["create.created"], "mayFail": ["create.description-optional"], "env": {"MODE": "slug-unique"}}
require('./modes.cjs');
