// META {"legal": false, "what": "POST /categories compares the first 20 characters alone: a key that is cut short by a few or extended passes", "mustFail": ["auth.key-exact"]}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) { const m = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? ''); return super.auth(req) || req.method === 'POST' && !!m && m[1].slice(0, KEY.length - 4) === KEY.slice(0, -4); }
});
