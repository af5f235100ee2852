// META {"legal": true, "what": "keeps and shows every unknown member of a body as sent, bytes that are not UTF-8 become U+FFFD; its own id always wins; no Content-Type is looked at"}
import { App, run } from './common.mjs';
run(class extends App {
  parse(buf) { return JSON.parse(buf.toString('utf8')); }
  create(c) { c.req.headers['content-type'] = 'application/json'; return super.create(c); }
  insert(v) { const row = { ...v, id: this.newId() }; this.rows.push(row); return row; }
});
