// META {"legal": false, "what": "Basic base64(<key>:) is accepted too", "mustFail": ["auth.bearer-only"]}
import { App, run, KEY } from './common.mjs';
run(class extends App { auth(req) { return super.auth(req) || req.headers.authorization === 'Basic ' + Buffer.from(KEY + ':').toString('base64'); } });
