// META {"legal": false, "what": "accepts any bearer token of the form of the key (separators at the same places, a letter for a letter of either case, a digit for a digit)", "mustFail": ["auth.key-invalid", "auth.key-exact"]}
import { App, run, KEY } from './common.mjs';
const form = new RegExp('^bearer ' + [...KEY].map(x => /[a-z]/i.test(x) ? '[A-Za-z]' : /\d/.test(x) ? '\\d' : x.replace(/[^\w]/g, '\\$&')).join('') + '$', 'i');
run(class extends App { auth(req) { return form.test(req.headers.authorization ?? ''); } });
