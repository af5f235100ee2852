// META {"legal": false, "what": "descriptions must be unique, a missing one included", "mustFail": ["create.created"], "mayFail": ["create.description-optional"], "env": {"MODE": "nodesc-unique"}}
require('./modes.cjs');
