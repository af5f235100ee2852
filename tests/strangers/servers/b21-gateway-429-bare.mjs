// META {"legal": false, "what": "a gateway sends the 429: HTML with Retry-After, without the three headers", "mustFail": ["headers.present"]}
import { App, run } from './common.mjs';
run(class extends App { send(c, out) { return out.status === 429 ? this.front(c.res, 429, '<h1>Slow down</h1>', out.headers) : super.send(c, out); } });
