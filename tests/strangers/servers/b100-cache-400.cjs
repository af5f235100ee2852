// META {"legal": false, "what": "for 60 ms after a 400, every POST gets that response from a cache", "mustFail": ["create.created"], "mayFail": ["create.description-optional", "create.text"], "env": {"MODE": "cache-400"}}
require('./modes.cjs');
