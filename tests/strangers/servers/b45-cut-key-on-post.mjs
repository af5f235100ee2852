// META {"legal": false, "what": "POST /categories compares only the first 20 characters, so it accepts a key that is a few characters shorter or longer", "mustFail": ["auth.key-exact"]}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) { const m = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? ''); return super.auth(req) || req.method === 'POST' && !!m && m[1].slice(0, KEY.length - 4) === KEY.slice(0, -4); }
});
