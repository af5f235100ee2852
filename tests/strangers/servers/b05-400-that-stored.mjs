// META {"legal": false, "what": "a wrong description is refused with 400 after the row (with the name alone) was stored", "mustFail": ["invalid.nothing-stored"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { const why = super.validate(v); if (why?.startsWith('description')) this.insert({ name: v.name }); return why; }
});
