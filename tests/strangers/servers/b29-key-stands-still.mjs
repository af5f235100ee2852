// META {"legal": false, "what": "requests without the key count down as they should, but every answer to the valid key repeats the headers of the first one of its window (429 comes all the same)", "mustFail": ["headers.usage"]}
import { App, run } from './common.mjs';
run(class extends App {
  kept = null;
  rateHeaders(r, c, o) {
    if (!c.ok) return super.rateHeaders(r, c, o);
    if (this.kept?.reset !== r.reset) this.kept = { reset: r.reset, h: super.rateHeaders(r, c, o) };
    return this.kept.h;
  }
});
