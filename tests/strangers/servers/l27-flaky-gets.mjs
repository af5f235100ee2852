// META {"legal": true, "what": "every 37th GET meets a gateway hiccup, a 502 as HTML once or a cut connection once (in turn); the next try is fine", "mayWarn": ["http.sheds-load", "errors.elsewhere", "http.passing-failures"]}
import { App, run } from './common.mjs';
run(class extends App {
  n = 0;
  async handle(req, res) {
    if (req.method === 'GET' && ++this.n % 37 === 0) return this.n % 2 ? this.front(res, 502, '<h1>Bad Gateway</h1>') : req.socket.destroy();
    return super.handle(req, res);
  }
});
