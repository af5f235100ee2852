// META {"legal": true, "what": "the limiter is INCR and EXPIRE on every request: the window starts anew with each request of the key and ends only after a quiet time", "mustFail": [], "mayFail": [], "mayWarn": []}
// After apache/shenyu#6649 (TTL reset on every increment, the counter resets only after a quiet period) and JhaSourav07/commitpulse#1210.
// Legal: Retry-After and Reset always tell the truth at the time of the answer (Rules 2, 3); reading 3: Reset may move; Rule 4 lets further requests prolong the wait.
import { LIMIT, listen, WINDOW } from './hooked.mjs';

// INCR key; EXPIRE key WINDOW. Refused requests count as well, requests without the key do not.
let used = 0;
let expires = 0;
function idle() {
  const now = Date.now();
  const gone = now >= expires;
  return { limit: LIMIT, remaining: gone ? LIMIT : Math.max(0, LIMIT - used), reset: Math.ceil((gone ? now + WINDOW : expires) / 1000) };
}
function take() {
  const now = Date.now();
  if (now >= expires) used = 0;
  used += 1;
  expires = now + WINDOW;
  return {
    limit: LIMIT,
    remaining: Math.max(0, LIMIT - used),
    reset: Math.ceil(expires / 1000),
    refused: used > LIMIT,
    wait: Math.ceil(WINDOW / 1000),
  };
}

listen({ idle, take });
