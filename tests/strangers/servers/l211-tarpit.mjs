// META {"legal": true, "what": "401s come one at a time, 300 ms each, and their headers describe an hourly quota of 5 failed attempts per address whose Remaining stays 0 once used while the answer stays 401", "mayWarn": []}
import { serve, sleep, bucket } from './core.mjs';
let line = Promise.resolve();
serve({ anonBucket: bucket(5, 3600_000), before401: () => (line = line.then(() => sleep(300))) });
