// META {"legal": false, "what": "descriptions are cut to 24 bytes of UTF-8 (a VARCHAR), with 201", "mustFail": ["create.text"], "mayFail": ["list.complete", "create.fields"]}
import { App, run } from './common.mjs';
run(class extends App { insert(v, c) { return super.insert(v.description === undefined ? v : { ...v, description: Buffer.from(v.description).subarray(0, 24).toString().replace(/\ufffd+$/, '') }, c); } });
