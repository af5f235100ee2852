// META {"legal": false, "what": "every creation from the eighth on is 500", "mustFailOneOf": ["create.created", "create.description-optional", "create.text"], "env": {"MODE": "late-500"}}
require('./modes.cjs');
