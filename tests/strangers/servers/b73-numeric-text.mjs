// META {"legal": false, "what": "texts that look like a number, true, false or null become that value in the 201 and the list (a YAML store)", "mustFail": ["create.text"], "mayFail": ["list.category", "list.complete", "create.fields"]}
import { App, run } from './common.mjs';
const y = s => /^(-?\d+(\.\d+)?(e[+-]?\d+)?|true|false|null)$/i.test(s ?? '') ? JSON.parse(/^-?0\d/.test(s) ? String(Number(s)) : s.toLowerCase()) : s;
run(class extends App { insert(v, c) { return super.insert({ name: y(v.name), ...(v.description === undefined ? {} : { description: y(v.description) }) }, c); } });
