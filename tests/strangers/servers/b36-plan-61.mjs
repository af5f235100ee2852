// META {"legal": false, "what": "Limit 61 where the plan is Free (60): shown by --plan free alone", "mustFail": ["headers.plan"], "args": {"plan": "free"}, "env": {"LIMIT": "61"}}
import { App, run } from './common.mjs';
run(App);
