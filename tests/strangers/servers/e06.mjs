// META {"legal": false, "what": "two instances of a rolling deployment share the counter but have different limits, so X-RateLimit-Limit alternates within one window", "mustFail": ["headers.limit-steady"], "mayFail": ["limit.enforced", "headers.usage", "limit.recovers"], "mayWarn": []}
// After envoyproxy/ratelimit#185 (the limit is raised by a redeployment while the counter in Redis stays the same) and margince/margince#712 (each replica has its own view).
// Row headers.limit-steady: "two answers to one key and operation with the same Reset show the same Limit, one change in a run aside".
import { LIMIT, listen, WINDOW } from './hooked.mjs';

// The one defect: requests go to the two instances in turn. The old one allows LIMIT, the new one half as many again.
const LIMITS = [LIMIT, Math.round(LIMIT * 1.5)];
let turn = 0;
let windowNumber = -1;
let used = 0;
function roll() {
  const now = Math.floor(Date.now() / WINDOW);
  if (now !== windowNumber) { windowNumber = now; used = 0; }
  return (windowNumber + 1) * WINDOW;
}
function idle() {
  const limit = LIMITS[turn++ % 2];
  const end = roll();
  return { limit, remaining: Math.max(0, limit - used), reset: Math.ceil(end / 1000) };
}
function take() {
  const limit = LIMITS[turn++ % 2];
  const end = roll();
  const reset = Math.ceil(end / 1000);
  if (used >= limit) return { limit, remaining: 0, reset, refused: true, wait: Math.max(1, Math.ceil((end - Date.now()) / 1000)) };
  used += 1;
  return { limit, remaining: limit - used, reset };
}

listen({ idle, take });
