// META {"legal": false, "what": "the last word of Authorization is taken for the key, whatever scheme: bare and Basic <key> are accepted, on POST /categories alone", "mustFail": ["auth.bearer-only"]}
import { App, run, KEY } from './common.mjs';
run(class extends App { auth(req) { return super.auth(req) || req.method === 'POST' && (req.headers.authorization ?? '').split(' ').pop() === KEY; } });
