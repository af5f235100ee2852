// META {"legal": false, "what": "the 201 has the first twelve characters of the description", "mustFail": ["create.fields"], "mayFail": ["create.text", "list.complete"], "env": {"MODE": "echo-desc"}}
require('./modes.cjs');
