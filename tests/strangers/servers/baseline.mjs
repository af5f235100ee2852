// META {"legal": true, "what": "the plain correct baseline in Node: fixed windows aligned to the clock, 401s in a bucket of their own"}
import { App, run } from './common.mjs';
run(App);
