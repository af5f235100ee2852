// META {"legal": true, "what": "a gateway knows four routes: HTML without the headers for 404, 405 and 415; /categories/ redirects (308) to /categories", "mayWarn": ["errors.elsewhere", "headers.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App {
  async handle(req, res) {
    const p = req.url.split('?')[0], cat = p === '/v1/categories';
    const stop = (...a) => { req.resume(); this.front(res, ...a); };
    if (/^\/v1\/(categories|store\/orders)\/$/.test(p)) return stop(308, '', { Location: p.slice(0, -1) });
    if (!cat && p !== '/v1/store/orders' && !/^\/v1\/pets\/[^/]+$/.test(p)) return stop(404, '<html><h1>404 Not Found</h1><hr>nginx</html>');
    if (!(req.method === 'GET' || cat && req.method === 'POST')) return stop(405, '<html><h1>405 Not Allowed</h1></html>', { Allow: cat ? 'GET, POST' : 'GET' });
    return super.handle(req, res);
  }
});
