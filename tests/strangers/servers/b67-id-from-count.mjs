// META {"legal": false, "what": "the id is the number of rows plus one while rows were once removed: the third creation takes the id of a listed one", "mustFail": ["create.id-unique"], "mayFail": ["list.ids-unique", "list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { rows = [{ id: 2, name: 'Cat' }, { id: 5, name: 'Fish' }]; newId() { return this.rows.length + 1; } });
