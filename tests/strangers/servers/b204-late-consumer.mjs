// META {"legal": false, "what": "a creation refused with 400 for the type of its description was already on the queue, and the consumer stores its name 1.5 s later", "mustFail": ["invalid.nothing-stored"], "mayWarn": []}
import { serve, add } from './core.mjs';
serve({ refused(v) { if (v.error[0] === 'description_invalid' && v.name !== undefined) setTimeout(() => add(v.name), 1500); } });
