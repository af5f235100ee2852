// META {"legal": false, "what": "in the list a category without description borrows that of the row before it (the 201 is right)", "mustFail": ["list.complete"], "mayFail": ["create.fields"]}
import { App, run } from './common.mjs';
run(class extends App { list() { let d; return { status: 200, headers: {}, body: this.rows.map(r => { d = r.description ?? d; return d === undefined ? r : { ...r, description: d }; }) }; } });
