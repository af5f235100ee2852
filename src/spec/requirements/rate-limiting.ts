import { type CommonCause, type RequirementRow, text } from '../requirement.ts';

/** An error that the server builds by forwarding the request to another path. */
export const errorDispatch: CommonCause = {
  of: ['Spring'],
  statuses: [403],
  text: text`Spring Security turns the status of sendError, and that of an uncaught exception, into 403. Permit the error dispatch with
    dispatcherTypeMatchers(DispatcherType.ERROR).permitAll(), or write the response instead of calling sendError.`,
};

/** What happens at the limit and after it. */
export const rateLimiting: readonly RequirementRow[] = [
  {
    id: 'limit.enforced',
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['headers.present', 'headers.limit', 'headers.remaining', 'headers.reset'],
    },
    title: 'Requests beyond the limit must return 429',
    source: 'Limits, rule 3',
    sentence: 'When a request exceeds the limit, the response is 429 Too Many Requests.',
    asks: text`The kit uses up one window with plain GETs, and a 429 after a Remaining of 0 proves the limit.
      The server fails if, after Remaining 0, at least five GETs in a row return something other than 429 and
      refills cannot explain that, or if it serves far more requests than Limit in one window, whatever
      Remaining shows. The kit sends a POST together with the GET that exceeds the limit, except with
      --concurrency 1 or after an early 429; if the server serves that POST, one more window shows whether POSTs
      are limited. An early 429 and a few requests that slip through are allowed.`,
    impact: 'One client can use all capacity, and the rate-limit headers mean nothing.',
    fix: text`Check that the limiter counts by key in a store that all workers share. Look for a dry-run mode,
      a test environment that skips the limiter, and a failed store that lets every request pass.`,
    outcomes: {
      refused: {
        impact: text`The limit is enforced, but clients do not recognize it: they back off on 429, and treat
          this status as another kind of error.`,
        fix: 'Return 429 with Retry-After instead of this status.',
      },
    },
    software: [
      {
        of: ['nginx'],
        statuses: [503],
        text: "nginx's limit_req returns 503 unless limit_req_status says 429.",
      },
      { text: 'Some gateways return 403.' },
      errorDispatch,
    ],
  },
  {
    id: 'limit.retry-after',
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['limit.enforced'],
      evidence: { headers: ['retry-after'] },
    },
    title: 'A 429 must carry a Retry-After header',
    source: 'Errors 429',
    sentence: '429 | Rate limit exceeded (Too Many Requests) | Carries a Retry-After header',
    asks: text`Every 429 of the run must have the header, whatever window it comes from. limit.retry-after-value
      judges its value.`,
    impact: 'Clients do not know how long to wait, retry too early, and risk a ban.',
    fix: text`Add the header where the 429 is written. Look for a custom handler that replaces the limiter's
      own response. Another header, or Reset alone, is not enough.`,
    software: [
      { of: ['nginx'], text: 'nginx and many gateways send no Retry-After by default.' },
      {
        of: ['Litestar'],
        text: text`Litestar sends no Retry-After: add it in create_response_headers of a RateLimitMiddleware, which
          RateLimitConfig takes as its middleware_class.`,
      },
      { text: 'Some servers send X-Retry-After or RateLimit-Reset instead.' },
    ],
  },
  {
    id: 'limit.retry-after-value',
    traits: {
      ofAnyOperation: 'own id',
      headerValue: true,
      dependsOn: ['limit.retry-after', 'limit.enforced'],
      evidence: { headers: ['retry-after'] },
    },
    title: 'Retry-After must be whole seconds or an HTTP-date, not in the past and within 25 hours',
    source: 'Limits, rule 3',
    sentence: 'The client backs off and retries after the time given in the Retry-After header.',
    asks: text`The specification gives no unit, so the form of RFC 9110 10.2.3 applies: whole seconds or an
      HTTP-date. Values such as 60s, 1 minute, an ISO date, a timestamp or a negative number fail. A
      fraction is only a warning, under headers.form.`,
    impact: text`Clients that cannot parse the value guess, and clients that read a timestamp as seconds sleep
      for decades.`,
    fix: text`Send the seconds left, rounded up to a whole number. Common mistakes: milliseconds, the
      timestamp from Reset, a string from a duration library, a date without GMT.`,
  },
  {
    id: 'limit.recovers',
    traits: { dependsOn: ['limit.retry-after', 'limit.retry-after-value', 'list.ok', 'limit.enforced'] },
    title: 'Requests must be served again after the time in Retry-After',
    source: 'Limits, rule 3',
    sentence: 'The client backs off and retries after the time given in the Retry-After header.',
    asks: text`After that time, the kit waits for another second and some jitter and sends one GET, even if Reset is
      later. Another client, or a request of the run that was in flight, may have used up the new window, so a
      second 429 alone is not a failure. The server fails if the GET after the second wait gets a 429, too,
      and at least twelve responses showed no sign of another client. Otherwise, a second 429 leaves the
      requirement untested.`,
    impact: text`Clients that follow Retry-After are refused again and again, wait longer each time, or get
      banned.`,
    fix: text`Compute Retry-After from whatever ends last: the window, or a penalty or lock. Round it up. A refused request must not restart the window or extend the penalty. If minute and day
      both apply, send the longer wait. Check that replicas share clocks and windows.`,
  },
  {
    id: 'limit.retry-after-agrees',
    level: 'advisory',
    traits: {
      dependsOn: ['limit.retry-after', 'limit.retry-after-value', 'headers.reset', 'limit.enforced'],
      evidence: { headers: ['retry-after'] },
    },
    title: 'Retry-After should not be in milliseconds',
    source: 'RFC 9110 10.2.3',
    asks: text`The kit compares Retry-After with Reset of the same 429. The value looks like milliseconds if it
      is a whole number of at least 1000, is at least 100 times the seconds until Reset, and, divided by 1000,
      is about the time until Reset (within 20% or 2 seconds). The kit only notes any other difference, because
      a penalty or a sliding window may end at a different time than Reset.`,
    impact:
      'Clients that follow the standard wait a thousand times too long: most of a day instead of a minute.',
    fix: 'Divide by 1000 and round up.',
    software: [
      {
        text: text`rate-limiter-flexible gives msBeforeNext, and the windowMs of express-rate-limit is in milliseconds,
          too.`,
      },
    ],
  },
  {
    id: 'limit.retry-after-unit',
    level: 'observed',
    traits: { dependsOn: ['limit.enforced', 'limit.retry-after'], evidence: { headers: ['retry-after'] } },
    title: 'The form and apparent unit of Retry-After',
    source: 'Limits',
    asks: text`The specification gives no unit. The kit notes the form of Retry-After: a whole number, a fraction or
      a date. For a number, it also notes the unit that fits Reset of the same response: seconds,
      milliseconds, or unclear.`,
    impact: text`Clients must know which form to expect. limit.retry-after-value judges values that are not a time at
      all, and limit.retry-after-agrees warns about milliseconds.`,
    fix: 'No change is needed if the value has a standard form: whole seconds, or a date in GMT.',
  },
  {
    id: 'limit.body',
    level: 'observed',
    title: 'What the body of a 429 contains',
    source: 'Errors',
    asks: text`The specification does not define the body of a 429, so any body or none is allowed. The kit
      notes its type and size.`,
    impact: 'Clients cannot rely on a code or message there and must rely on the status.',
    fix: 'No change is needed. The Error body is the best choice, because clients parse it already.',
    traits: { dependsOn: ['limit.enforced'] },
  },
  {
    id: 'limit.ban',
    level: 'not-testable',
    title: 'The server may ban a key for a time if a client ignores a 429',
    source: 'Limits, rule 4',
    asks: 'A ban is optional. The specification does not say for how long or after how many requests.',
    impact: text`Not tested, because it would harm the key. After a 429, the kit sends nothing until the
      requested wait is over.`,
    fix: text`Use a key that only the kit uses. If a run ends with a possible ban, wait, and check whether
      another client ignored a 429 with the same key.`,
  },
  {
    id: 'limit.client-backoff',
    level: 'not-testable',
    title: 'Clients must back off exponentially after a 429',
    source: 'Limits, rule 3',
    asks: 'This applies to clients, not to the server.',
    impact: text`Not tested, because a server cannot violate it. The kit, as a client, waits for the given time plus a second and some jitter before it sends anything else.`,
    fix: text`Write clients that stop all traffic with the key on a 429, wait for Retry-After plus jitter, and
      double their own wait if they are refused again.`,
  },
  {
    id: 'limit.upgrade',
    level: 'not-testable',
    title: 'Upgrades must raise the limit, and Enterprise quotas are agreed individually',
    source: 'Limits, rule 5',
    asks: 'Both are matters of contract, and no operation covers them.',
    impact: 'Not tested, because the API shows neither upgrades nor agreements.',
    fix: 'After an upgrade, run with --plan and the new plan, to check that responses show its limits.',
  },
  {
    id: 'limit.daily',
    level: 'not-testable',
    title: 'The daily quota must be enforced',
    source: 'Rate limits by plan',
    asks: text`Each plan has a second limit for the day. If a run reaches it, the kit judges its 429s and
      headers like those of the minute, but does not wait for the day to end.`,
    impact: 'Not tested, because it would use up the quota that other users of the key need that day.',
    fix: text`Test it in staging with a plan that has low limits. If both the
      quota of the minute and that of the day are used up, check that Retry-After gives the longer wait.`,
  },
];
