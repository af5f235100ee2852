// META {"legal": false, "what": "a category one level down under category is unwrapped and created", "mustFail": ["invalid.name-missing"]}
import { App, run } from './common.mjs';
run(class extends App { parse(b) { const v = super.parse(b); return v?.category && typeof v.category === 'object' && v.name === undefined ? v.category : v; } });
