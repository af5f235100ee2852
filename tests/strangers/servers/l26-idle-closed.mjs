// META {"legal": true, "what": "idle connections are closed without a word after 60 ms (no Keep-Alive header), and every connection after 7 requests"}
import { App, run } from './common.mjs';
run(class extends App {
  tune(s) { s.keepAliveTimeout = 0; s.on('connection', k => { k.n = 0; }); }
  async handle(req, res) { clearTimeout(req.socket.idle); return super.handle(req, res); }
  send(c, out) {
    const k = c.req.socket;
    if (++k.n >= 7) c.res.shouldKeepAlive = false;
    else c.res.on('finish', () => { clearTimeout(k.idle); k.idle = setTimeout(() => k.end(), 60); });
    return super.send(c, out);
  }
});
