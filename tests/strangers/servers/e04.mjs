// META {"legal": false, "what": "the 429 to POST /categories carries Retry-After-write in place of Retry-After; the 429 to GET is right", "mustFail": ["limit.retry-after"], "mayFail": [], "mayWarn": []}
// After nestjs/throttler src/throttler.guard.ts (each throttler with a name appends it: `Retry-After-write`); asked about in nestjs/throttler#1032.
// The specification: "429 | Rate limit exceeded | Carries a Retry-After header"; reading 4 sends one POST along with the GET beyond the limit.
import { listen } from './hooked.mjs';

// The one defect: creating is guarded by a throttler named "write", whose name ends up in the header's name.
function retryHeaders(req, rate) {
  return req.method === 'POST'
    ? { 'Retry-After-write': String(rate.wait) }
    : { 'Retry-After': String(rate.wait) };
}

listen({ retryHeaders });
