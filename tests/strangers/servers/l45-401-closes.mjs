// META {"legal": true, "what": "every answer of 400 and above closes its connection (Connection: close), 401s before the body is read"}
import { App, run } from './common.mjs';
run(class extends App { send(c, out) { if (out.status >= 400) c.res.shouldKeepAlive = false; return super.send(c, out); } });
