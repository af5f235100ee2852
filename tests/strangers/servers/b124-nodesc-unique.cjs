// META {"legal": false, "what": "requires unique descriptions, also of categories without one", "mustFail": ["create.created"], "mayFail": ["create.description-optional"], "env": {"MODE": "nodesc-unique"}}
require('./modes.cjs');
