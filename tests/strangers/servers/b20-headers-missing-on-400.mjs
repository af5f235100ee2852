// META {"legal": false, "what": "the three headers are missing on 400 answers only", "mustFail": ["headers.present"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, out) { return out?.status === 400 ? {} : super.rateHeaders(r, c, out); } });
