// META {"legal": false, "what": "assigns the number of categories plus one as the id, after some were deleted: the third new category gets an existing id", "mustFailOneOf": ["create.id-unique", "list.ids-unique"], "mayFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { rows = [{ id: 2, name: 'Cat' }, { id: 5, name: 'Fish' }]; newId() { return this.rows.length + 1; } });
