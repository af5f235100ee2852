// META {"legal": false, "what": "Retry-After is half of what is left of the window (Reset is right): requests after it are still 429", "mustFail": ["limit.recovers"], "env": {"WINDOW_MS": "20000"}}
const { serve, take } = require('./plain.cjs');

serve({
  take(who) {
    const rate = take(who);
    return { ...rate, retry: String(Math.max(1, Math.ceil((rate.end - Date.now()) / 2000))) };
  },
});
