// META {"legal": false, "what": "characters beyond the BMP become ? in the list (three-byte utf8), while the 201 echoes what was sent", "mustFail": [], "mustFailOneOf": ["create.text", "list.complete"], "mayFail": ["create.text", "list.complete"]}
import { App, run } from './common.mjs';
const q = s => s?.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
run(class extends App { list() { return { status: 200, headers: {}, body: this.rows.map(r => ({ ...r, name: q(r.name), description: q(r.description) })) }; } });
