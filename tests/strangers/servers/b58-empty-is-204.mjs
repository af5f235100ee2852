// META {"legal": false, "what": "the empty list is 204 without a body (an untouched server only)", "mustFail": ["list.ok"]}
import { App, run } from './common.mjs';
run(class extends App {
  list(c) { return this.rows.length ? super.list(c) : { status: 204, headers: {}, raw: '' }; }
  send(c, out) { if (out.status !== 204) return super.send(c, out); c.res.writeHead(204, this.rateHeaders(c.rate)); c.res.end(); }
});
