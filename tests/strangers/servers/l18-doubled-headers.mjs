// META {"legal": true, "what": "gateway and service both add the three headers, with equal values, in two lines each", "mayWarn": ["headers.form"]}
import { App, run } from './common.mjs';
run(class extends App {
  rateHeaders(r, c, out) { return Object.fromEntries(Object.entries(super.rateHeaders(r, c, out)).map(([k, v]) => [k, [String(v), String(v)]])); }
});
