// META {"legal": true, "what": "headers describe the minute and the day in turn (odd and even answers); the day (5000) resets at UTC midnight"}
import { App, run, Fixed } from './common.mjs';
run(class extends App {
  day = new Fixed(5000, 86400000); n = 0;
  rate(c) {
    const who = c.ok ? 'key' : 'anon', m = this.limiter.take(who), d = this.day.take(who, m.ok ? 1 : 0);
    if (!m.ok) return m;
    if (!d.ok) return d;
    return this.n++ % 2 ? d : m;
  }
});
