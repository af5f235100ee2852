// META {"legal": false, "what": "returns 400 for a wrong description, but stores the category with its name", "mustFail": ["invalid.nothing-stored"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { const why = super.validate(v); if (why?.startsWith('description')) this.insert({ name: v.name }); return why; }
});
