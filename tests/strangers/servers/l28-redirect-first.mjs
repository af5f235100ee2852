// META {"legal": true, "what": "pets and orders redirect (302, with all headers) to a page outside v1, with key and without: not 2xx with the key, so nothing is judged of them"}
import { App, run } from './common.mjs';
run(class extends App { route(c) { return /^\/v1\/(pets|store)\//.test(c.path) ? { status: 302, headers: { Location: '/docs/' + c.path.slice(4) }, body: {} } : super.route(c); } });
