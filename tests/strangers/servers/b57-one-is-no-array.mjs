// META {"legal": false, "what": "a list of exactly one category is that object instead of an array (XML habits); an untouched server shows it after the first creation", "mustFail": ["list.ok"], "mayFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { list() { return { status: 200, headers: {}, body: this.rows.length === 1 ? this.rows[0] : this.rows }; } });
