// META {"legal": true, "what": "a category is in the list at once but its 201 is held back 900 ms (a list read meanwhile already shows the id); negative falling int64 ids beyond 2^53; newest first; the rate headers show the usage at the moment the answer is written, not when the request came"}
const { send, serve, take, usage, windowOf } = require('./plain.cjs');

const items = []; // ready JSON texts, newest first
let lastId = -9007199254740993n;
serve({
  take: (who) => ({ ...take(who), who }),
  shown: (rate) => usage(windowOf(rate.who)), // as it is now
  create(res, rate, given) {
    const text = `{"id":${lastId--},${JSON.stringify(given).slice(1)}`;
    items.unshift(text);
    setTimeout(() => send(res, rate, 201, text), 900);
  },
  list: (res, rate) => send(res, rate, 200, `[${items.join(',')}]`),
});
