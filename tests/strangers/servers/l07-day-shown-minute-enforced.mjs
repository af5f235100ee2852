// META {"legal": true, "what": "headers always describe the day (5000, Reset at midnight) while the minute is enforced silently: every 429 has Remaining far above 0"}
import { App, run, Fixed } from './common.mjs';
run(class extends App {
  day = new Fixed(5000, 86400000);
  rate(c) {
    const who = c.ok ? 'key' : 'anon', m = this.limiter.take(who), d = this.day.take(who, m.ok ? 1 : 0);
    return m.ok ? d : { ...d, ok: false, wait: m.wait };
  }
});
