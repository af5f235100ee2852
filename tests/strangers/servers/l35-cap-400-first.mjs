// META {"legal": true, "what": "a cap of 6 categories that is checked before the body and answered 400 with an Error, the status of an invalid body"}
import { App, run } from './common.mjs';
run(class extends App { create(c) { return this.rows.length >= 6 ? this.bad('The shelf is full.') : super.create(c); } });
