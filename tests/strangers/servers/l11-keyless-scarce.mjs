// META {"legal": true, "what": "requests without a valid key have a Limit of a third (429 beyond it), and a 401 of theirs costs double"}
import { App, run, Fixed, LIMIT } from './common.mjs';
run(class extends App {
  anon = new Fixed(Math.ceil(LIMIT / 3) * 2);
  rate(c) { return c.ok ? super.rate(c) : this.anon.take('anon', 2); }
});
