// META {"legal": false, "what": "on a connection that carried the key, a token that begins like it (extended or in the case of the key; the empty one too) is accepted; on a fresh one it is 401", "mustFail": ["auth.key-exact"]}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) {
    const ok = super.auth(req), m = /^bearer ?(.*)$/i.exec(req.headers.authorization ?? '');
    if (ok) req.socket.known = true;
    return ok || !!m && !!req.socket.known && (m[1].trim() === '' || m[1].startsWith(KEY));
  }
});
