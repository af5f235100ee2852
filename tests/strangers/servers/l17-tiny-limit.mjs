// META {"legal": true, "what": "a Limit of 14 per window of two seconds: nothing can be had at once", "env": {"LIMIT": "14", "WINDOW_MS": "2000"}}
import { App, run } from './common.mjs';
run(App);
