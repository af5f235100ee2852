// META {"legal": false, "what": "requires unique descriptions, and treats two categories without one as duplicates", "mustFail": ["create.created"], "mayFail": ["create.description-optional"], "env": {"MODE": "nodesc-unique"}}
require('./modes.cjs');
