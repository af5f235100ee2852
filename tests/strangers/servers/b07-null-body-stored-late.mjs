// META {"legal": false, "what": "the body true is answered 201 with an invented category; half a second later (a queue) the stored row makes the list invalid JSON (undefined in it)", "mustFail": ["invalid.body-type", "list.ok"], "mayFail": ["list.complete", "create.fields"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { return v === true ? null : super.validate(v); }
  insert(v, c) { if (v === true) { setTimeout(() => { this.broken = true; }, 500); return { id: this.newId(), name: 'true' }; } return super.insert(v, c); }
  json(v) { const t = JSON.stringify(v); return this.broken && Array.isArray(v) ? t.slice(0, -1) + ',undefined]' : t; }
});
