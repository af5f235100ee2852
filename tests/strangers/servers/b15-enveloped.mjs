// META {"legal": false, "what": "unwraps a category inside a member named category, and creates it", "mustFail": ["invalid.name-missing"]}
import { App, run } from './common.mjs';
run(class extends App { parse(b) { const v = super.parse(b); return v?.category && typeof v.category === 'object' && v.name === undefined ? v.category : v; } });
