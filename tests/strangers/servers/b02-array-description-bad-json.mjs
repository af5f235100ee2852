// META {"legal": false, "what": "description may be an array; the list is glued together by hand and is invalid JSON from then on", "mustFail": ["invalid.description-type", "list.ok"], "mayFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { return Array.isArray(v?.description) ? super.validate({ ...v, description: 'x' }) : super.validate(v); }
  json(v, c) {
    if (!Array.isArray(v)) return JSON.stringify(v);
    return '[' + v.map(r => `{"id":${r.id},"name":${JSON.stringify(r.name)}${r.description === undefined ? '' : ',"description":' + (Array.isArray(r.description) ? r.description : JSON.stringify(r.description))}}`).join() + ']';
  }
});
