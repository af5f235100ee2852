// META {"legal": false, "what": "a category without description gets the description of the one before (a variable that is not reset)", "mustFail": ["create.fields"], "mayFail": ["create.description-optional"]}
import { App, run } from './common.mjs';
run(class extends App { insert(v, c) { if (v.description !== undefined) this.last = v.description; return super.insert({ name: v.name, ...(this.last === undefined ? {} : { description: this.last }) }, c); } });
