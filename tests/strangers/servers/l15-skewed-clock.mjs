// META {"legal": true, "what": "its clock is three hours ahead: Date, Reset and the date in Retry-After agree with each other"}
import { App, run } from './common.mjs';
const H = 3 * 3600;
run(class extends App {
  rateHeaders(r, c, out) { return { ...super.rateHeaders({ ...r, reset: r.reset + H }, c, out), Date: new Date(Date.now() + H * 1000).toUTCString() }; }
  retry(r) { return new Date(Math.ceil((Date.now() + r.wait) / 1000 + H) * 1000).toUTCString(); }
});
