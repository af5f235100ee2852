// META {"legal": false, "what": "the list ends after seven categories", "mustFail": ["list.complete"], "env": {"MODE": "late-drop"}}
require('./modes.cjs');
