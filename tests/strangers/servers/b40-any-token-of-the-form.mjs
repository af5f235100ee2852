// META {"legal": false, "what": "accepts every bearer token of the same form as the key: the same separators, letters and digits in the same places", "mustFail": ["auth.key-invalid", "auth.key-exact"]}
import { App, run, KEY } from './common.mjs';
const form = new RegExp('^bearer ' + [...KEY].map(x => /[a-z]/i.test(x) ? '[A-Za-z]' : /\d/.test(x) ? '\\d' : x.replace(/[^\w]/g, '\\$&')).join('') + '$', 'i');
run(class extends App { auth(req) { return form.test(req.headers.authorization ?? ''); } });
