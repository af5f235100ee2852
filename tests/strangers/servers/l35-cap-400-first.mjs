// META {"legal": true, "what": "checks a cap of 6 categories before the body, and then returns 400 with an Error, as for an invalid body"}
import { App, run } from './common.mjs';
run(class extends App { create(c) { return this.rows.length >= 6 ? this.bad('The shelf is full.') : super.create(c); } });
