// META {"legal": false, "what": "the list is cached for 5 minutes and a creation without description forgets to drop the cache (one with a description drops it)", "mustFail": ["list.complete"], "missed": true}
const { add, send, serve, store } = require('./plain.cjs');

let cache = { text: '', until: 0 };
serve({
  create(res, rate, given) {
    if (given.description !== undefined) cache.until = 0;
    send(res, rate, 201, add(given));
  },
  list(res, rate) {
    if (Date.now() >= cache.until) cache = { text: JSON.stringify(store), until: Date.now() + 300000 };
    send(res, rate, 200, cache.text);
  },
});
