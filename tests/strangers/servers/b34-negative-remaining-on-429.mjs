// META {"legal": false, "what": "Remaining is -1 on 429 answers (and 429 alone)", "mustFail": ["headers.remaining"]}
import { App, run } from './common.mjs';
run(class extends App { rateHeaders(r, c, o) { return { ...super.rateHeaders(r, c, o), ...(r.ok ? {} : { 'X-RateLimit-Remaining': -1 }) }; } });
