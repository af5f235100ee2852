// META {"legal": true, "what": "closes the connection after every error (Connection: close), and sends a 401 before it reads the body"}
import { App, run } from './common.mjs';
run(class extends App { send(c, out) { if (out.status >= 400) c.res.shouldKeepAlive = false; return super.send(c, out); } });
