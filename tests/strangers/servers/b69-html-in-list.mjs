// META {"legal": false, "what": "the list escapes HTML in names (&amp; &lt; &#39;), the 201 does not", "mustFail": [], "mustFailOneOf": ["create.text", "list.complete"], "mayFail": ["create.text", "list.complete"]}
import { App, run } from './common.mjs';
const esc = s => s.replace(/[&<>"']/g, x => '&#' + x.charCodeAt(0) + ';');
run(class extends App { list() { return { status: 200, headers: {}, body: this.rows.map(r => ({ ...r, name: esc(r.name) })) }; } });
