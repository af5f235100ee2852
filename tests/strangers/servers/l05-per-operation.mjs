// META {"legal": true, "what": "has separate buckets and Limits for each operation: LIMIT for GET /categories, half for POST, a third for pets and orders"}
import { App, run, Fixed, LIMIT } from './common.mjs';
run(class extends App {
  b = { get: new Fixed(LIMIT), post: new Fixed(Math.ceil(LIMIT / 2)), other: new Fixed(Math.ceil(LIMIT / 3)) };
  rate(c) {
    const op = c.path === '/v1/categories' ? c.req.method.toLowerCase() : 'other';
    return (this.b[op] ?? this.b.other).take((c.ok ? 'key ' : 'anon ') + (op === 'other' ? c.path : op));
  }
});
