// META {"legal": false, "what": "for 300 ms after a 400, every POST gets that response from a cache", "mustFail": ["create.created"], "mayFail": ["create.description-optional", "create.text"], "env": {"MODE": "cache-400", "CACHE_MS": "300"}}
require('./modes.cjs');
