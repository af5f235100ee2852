// META {"legal": true, "what": "sends no Date and no WWW-Authenticate, accepts the scheme only as Bearer, and has empty messages", "mayWarn": ["http.date", "auth.challenge", "auth.scheme-case", "errors.texts"]}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) { return req.headers.authorization === 'Bearer ' + KEY; }
  unauthorized() { return this.error(401, '', ' '); }
  send(c, out) { c.res.sendDate = false; return super.send(c, out); }
});
