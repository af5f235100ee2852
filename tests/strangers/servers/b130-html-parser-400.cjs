// META {"legal": false, "what": "the 400 for a body that is not JSON has the media type text/html", "mustFail": ["errors.media-type"], "env": {"MODE": "html-parser-400"}}
require('./modes.cjs');
