// META {"legal": true, "what": "no Date, no WWW-Authenticate, the scheme only as Bearer, blank messages", "mayWarn": ["http.date", "auth.challenge", "auth.scheme-case", "errors.texts"]}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) { return req.headers.authorization === 'Bearer ' + KEY; }
  unauthorized() { return this.error(401, '', ' '); }
  send(c, out) { c.res.sendDate = false; return super.send(c, out); }
});
