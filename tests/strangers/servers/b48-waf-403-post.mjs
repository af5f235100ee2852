// META {"legal": false, "what": "a firewall answers POSTs without Authorization with 403 as HTML (no headers)", "mustFail": ["auth.key-missing"], "mayFail": ["headers.present"], "mayWarn": ["errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App { async handle(req, res) { if (req.method === 'POST' && req.headers.authorization === undefined) { req.resume(); return this.front(res, 403, '<h1>Forbidden</h1>'); } return super.handle(req, res); } });
