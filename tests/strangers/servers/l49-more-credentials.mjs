// META {"legal": true, "what": "the key is also taken from X-Api-Key and from ?api_key= (the specification is silent), unknown query parameters are ignored, HEAD is answered like GET"}
import { App, run, KEY } from './common.mjs';
run(class extends App {
  auth(req) { return super.auth(req) || req.headers['x-api-key'] === KEY || new URL(req.url, 'http://x').searchParams.get('api_key') === KEY; }
  route(c) { if (c.req.method === 'HEAD' && c.ok) return this.list(c); return super.route(c); }
});
