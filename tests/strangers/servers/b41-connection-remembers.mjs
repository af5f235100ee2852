// META {"legal": false, "what": "a connection that once carried the key is authenticated for good: requests on it without Authorization are served (a wrong token is still 401)", "mustFail": ["auth.key-missing"]}
import { App, run } from './common.mjs';
run(class extends App {
  auth(req) { const ok = super.auth(req); if (ok) req.socket.known = true; return ok || req.headers.authorization === undefined && !!req.socket.known; }
});
