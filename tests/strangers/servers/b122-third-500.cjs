// META {"legal": false, "what": "every third valid creation is 500", "mustFailOneOf": ["create.created", "create.description-optional", "create.text"], "mayWarn": ["http.sheds-load"], "env": {"MODE": "third-500"}}
require('./modes.cjs');
