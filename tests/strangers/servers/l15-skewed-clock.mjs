// META {"legal": true, "what": "the whole server runs three hours ahead: Date, Reset and the Retry-After date agree with each other, not with the local clock"}
import { App, run } from './common.mjs';
const H = 3 * 3600;
run(class extends App {
  rateHeaders(r, c, out) { return { ...super.rateHeaders({ ...r, reset: r.reset + H }, c, out), Date: new Date(Date.now() + H * 1000).toUTCString() }; }
  retry(r) { return new Date(Math.ceil((Date.now() + r.wait) / 1000 + H) * 1000).toUTCString(); }
});
