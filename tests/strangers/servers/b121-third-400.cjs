// META {"legal": false, "what": "every third valid creation is refused with 400", "mustFailOneOf": ["create.created", "create.description-optional", "create.text"], "env": {"MODE": "third-400"}, "mayWarn": ["create.content-type"]}
require('./modes.cjs');
