// META {"legal": false, "what": "the list is text/plain while it is empty (an untouched server only)", "mustFail": ["list.media-type"], "mayFail": ["list.ok"]}
import { App, run } from './common.mjs';
run(class extends App { list() { return { status: 200, headers: this.rows.length ? {} : { 'Content-Type': 'text/plain' }, body: this.rows }; } });
