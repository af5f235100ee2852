import { type CommonCause, type RequirementRow, text } from '../requirement.ts';

const currentUsage = {
  source: 'Limits, rule 1',
  sentence: text`Every API response includes the headers X-RateLimit-Limit, X-RateLimit-Remaining and
    X-RateLimit-Reset, showing the current usage.`,
};
const numbersOfPlans = {
  source: 'Rate limits by plan',
  sentence: text`Plan | Requests per minute | Requests per day … Free | 60 | 1,000 … Pro | 300 | 10,000 …
    Business | 1,000 | 100,000`,
};

const railsMiddleware: CommonCause = {
  of: ['Rails'],
  statuses: [400, 404],
  text: text`In Rails, errors from the router and the parser do not reach middleware added with
    config.middleware.use: use config.middleware.insert_before 0.`,
};

/** Every complete response of the named operations, whatever its status. */
export const rateLimitHeaders: readonly RequirementRow[] = [
  {
    id: 'headers.present',
    title: 'Every response must carry X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    ...currentUsage,
    asks: text`The kit judges each complete response of the four named operations, whatever its status: 200, 201,
      400, 401, 404, 429 and 5xx. A 5xx counts only if it repeats. Each header must have
      one value: two different values fail here, and a repeated value is a warning under headers.form.`,
    impact: 'Clients cannot see that the quota is running out. They find out only from a 429, or even a ban.',
    fix: text`Set the headers before authentication, body parsing and routing, so that early responses have
      them, too; the limiter can read the token itself. A limiter behind the key check misses 401s, one behind
      the body parser misses 400s, and two limiters write each header twice. Check the spelling of the names.`,
    narrowFixes: [
      {
        statuses: [429],
        fix: text`Only responses with 429 are affected, so look at the code that builds them. Many limiters have
          a separate handler for refused requests, or an option for the headers of their 429. Set all three
          headers there.`,
      },
      {
        statuses: [401],
        fix: text`Only responses with 401 are affected, so the key is checked before the headers are set. Run the
          limiter first (it can read the token itself), or set all three headers in the code that returns 401.`,
      },
      {
        statuses: [400, 413, 415, 422],
        fix: text`Only responses to invalid bodies are affected. Either the body parser runs before the limiter, or the error
          handler builds a new response without the headers set so far. Run the limiter before the body parser,
          or set all three headers in that error handler.`,
      },
      {
        statuses: [404, 405, 406],
        fix: text`Only responses from the router are affected. Set all three headers before routing, or in the
          framework's handlers for an unknown path or method.`,
      },
      {
        statuses: [502, 503, 504],
        fix: text`Only responses that something in front of the application builds are affected, such as a
          gateway or a load balancer. Add the headers there, or let the application respond.`,
      },
      {
        statuses: [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429, 500, 501, 502, 503, 504],
        fix: text`Only errors are affected. Either the limiter runs after the checks that fail, such as the key
          check, or the framework's error handler builds a new response without the headers set so far. Run the
          limiter first, and set all three headers in a hook that runs for every response as it is sent.`,
      },
      {
        oneOperation: true,
        fix: text`Only one operation is affected, so its requests bypass the limiter, or its handler replaces the
          headers of the response. Look for a route that is registered before the limiter, or that another
          process or cache serves.`,
      },
      {
        statuses: [200, 201],
        fix: text`Only successful responses are affected, so a handler replaces the headers set so far, or the
          headers are set only where an error is built. Set all three headers in a hook that runs for every
          response as it is sent.`,
      },
    ],
    software: [
      { of: ['PHP'], text: 'Laravel sends Reset only with a 429.' },
      { text: 'RateLimit-* (an IETF draft) and X-Rate-Limit-* are different headers.' },
      {
        of: ['hapi'],
        text: text`In hapi, onRequest runs before the key is checked, and errors take their headers from
          response.output.headers in onPreResponse.`,
      },
      {
        of: ['Litestar'],
        statuses: [401],
        text: text`In Litestar, an exception in a middleware bypasses the headers of the limiter, even of a
          limiter that is listed before it, so let the middleware send the 401 itself.`,
      },
      railsMiddleware,
    ],
    traits: { ofAnyOperation: 'own id' },
  },
  {
    id: 'headers.form',
    level: 'advisory',
    traits: { ofAnyOperation: 'own id', headerValue: true, dependsOn: ['headers.present'] },
    title: 'Each rate-limit header should appear once, with times as whole numbers',
    source: 'RFC 9110 5.3',
    asks: text`X-RateLimit-* and Retry-After have one value each, so a second line with the same value is malformed,
      but harmless. Fractions in Reset and Retry-After are understandable, so they only cause a warning here
      and violate no other requirement.`,
    impact: text`Strict clients join two lines into "60, 60" and cannot parse the result. Integer parsers fail on
      1712345678.5.`,
    fix: text`Write the headers either in the application or in the gateway, and replace values instead of
      adding them. Round Reset and Retry-After up to whole seconds: milliseconds divided by 1000 leave a
      fraction.`,
  },
  {
    id: 'headers.limit',
    traits: {
      ofAnyOperation: 'own id',
      headerValue: true,
      dependsOn: ['headers.present'],
      evidence: { headers: ['x-ratelimit-limit'] },
    },
    title: 'X-RateLimit-Limit must be a positive integer',
    ...currentUsage,
    asks: text`Limit is the number of requests that a window allows, in plain digits and at least 1. The server
      chooses whether it describes the minute or the day, and may alternate between them.`,
    impact: 'Clients that pace themselves by the limit divide by zero or stop completely.',
    fix: text`Send only the number. Do not send 100;w=60 (drafts of the IETF header), "60, 1000" for two
      windows, or unlimited, -1 or 0 for keys without a limit.`,
  },
  {
    id: 'headers.remaining',
    traits: {
      ofAnyOperation: 'own id',
      headerValue: true,
      dependsOn: ['headers.present'],
      evidence: { headers: ['x-ratelimit-remaining'] },
    },
    title: 'X-RateLimit-Remaining must be an integer from 0 to Limit',
    ...currentUsage,
    asks: text`The kit compares Remaining with the Limit of the same response. If Limit is unreadable, the kit does
      not test the upper bound.`,
    impact: text`Clients trust a number that is negative or too large: they stop forever, or run into 429s at full
      speed.`,
    fix: text`Clamp the value to 0 before sending it: the usual cause is a counter that continues below zero.
      If Remaining exceeds Limit, send both numbers from the same window (minute or day). Round fractions of a token
      bucket down.`,
  },
  {
    id: 'headers.reset',
    traits: {
      ofAnyOperation: 'own id',
      headerValue: true,
      dependsOn: ['headers.present'],
      evidence: { headers: ['x-ratelimit-reset'] },
    },
    title: 'X-RateLimit-Reset must be a Unix timestamp in seconds, now or within 25 hours',
    source: 'Limits, rule 2',
    sentence: 'X-RateLimit-Reset is a Unix timestamp giving the time at which the limit resets.',
    asks: text`The kit compares Reset with the Date of the same response, with a tolerance of 10 seconds. If there is
      no Date, it uses the local clock, with a tolerance of 15 minutes. Reset may be up to 25 hours ahead,
      because a day is that long when daylight saving time ends. Seconds left, milliseconds and date strings
      are not Unix timestamps; headers.form judges fractions.`,
    impact: text`Clients that wait until Reset do not wait at all (seconds left are read as a time in 1970), wait for millennia (milliseconds), or cannot parse the value.`,
    fix: text`Send the time of the reset in whole seconds since 1970, rounded up. Common mistakes: seconds left,
      milliseconds, and date strings. If a correct value seems to be in the past, synchronize the clocks of
      application, store and proxy.`,
    software: [
      {
        of: ['Fastify'],
        text: '@fastify/rate-limit sends the seconds left: convert the value, or set the header yourself.',
      },
      {
        text: 'The NestJS throttler sends the seconds left, and other limiters send milliseconds or ISO dates.',
      },
      {
        of: ['Litestar'],
        text: text`Litestar sends the seconds left: convert them in create_response_headers of a RateLimitMiddleware,
          which RateLimitConfig takes as its middleware_class.`,
      },
    ],
  },
  {
    id: 'headers.usage',
    traits: {
      dependsOn: ['headers.present', 'headers.limit', 'headers.remaining', 'headers.reset'],
      needs: ['proof'],
      evidence: { headers: ['x-ratelimit-remaining'] },
      timeline: true,
    },
    title: 'Remaining must fall as requests are made within one window',
    ...currentUsage,
    asks: text`The kit compares two responses with the same key, operation, Limit and Reset, and with at least ten
      requests between them. Remaining must be lower in the later one, unless refills could hide the fall.
      The server fails if the run has at least two such pairs of GET /categories and most of them show no fall, even if Remaining falls for other requests. The kit ignores responses with Age, because they come from a cache.`,
    impact: 'Clients that trust the number believe that quota is left until a 429 surprises them.',
    fix: text`Set the header after counting the request, and count lists like creations. Look for constants, a value cached
      with the response, a limiter that charges only for bodies, and a limiter keyed by something that changes with each request
      (forwarded address, request id). Share one counter between workers; otherwise, Remaining jumps up and down.`,
  },
  {
    id: 'headers.reset-reached',
    level: 'observed',
    traits: { needs: ['429'], evidence: { headers: ['x-ratelimit-reset'] } },
    title: 'What Remaining shows once the time in Reset has passed',
    source: 'Limits, rule 2',
    asks: text`The kit cannot require the full quota at Reset, because sliding windows and token buckets refill
      gradually, clocks are rounded, and other clients use the key. If a run has responses from before and
      after a Reset, the kit notes both numbers. It never waits for a Reset.`,
    impact: 'Clients that rely on Reset instead of Retry-After may find less quota than expected.',
    fix: text`No change is needed. Ideally, Remaining equals Limit at Reset; for gradual refills, send the
      time at which the quota will be full.`,
  },
  {
    id: 'headers.plan',
    traits: {
      headerValue: true,
      dependsOn: ['headers.present'],
      evidence: { headers: ['x-ratelimit-limit'] },
    },
    title: 'Limit must match the given plan, per minute or per day',
    ...numbersOfPlans,
    asked: 'plan',
    asks: text`With --plan, responses to the valid key must show 60 or 1,000 (Free), 300 or 10,000 (Pro), 1,000 or
      100,000 (Business). Enterprise has numbers agreed with each customer, so the kit does not test it.`,
    impact: 'Customers get less than they pay for, or the server allows more than it can handle.',
    fix: text`Check that --plan is right. Then check the plan stored for this key, then the limiter's configuration
      for it. Common causes: one limit for everyone, a plan cached at startup, a limiter that runs before the
      key is known, or a burst allowance added to the number.`,
  },
  {
    id: 'headers.plan-window',
    traits: {
      headerValue: true,
      dependsOn: ['headers.reset', 'headers.plan'],
      evidence: { headers: ['x-ratelimit-reset'] },
    },
    title: "A response with the plan's limit per minute must have a Reset within 70 seconds",
    ...numbersOfPlans,
    asked: 'plan',
    asks: text`If Limit is the number per minute of the plan in --plan, Reset must be at most 70 seconds after Date:
      a minute, and ten seconds for rounding and clocks. The kit does not test Enterprise, or responses with
      the number per day.`,
    impact: text`One minute's quota has to last for an hour or a day, and clients that wait for Reset are
      blocked that long.`,
    fix: text`Set the window to one minute, in the limiter's unit: if it counts in seconds, 60000 is more than
      sixteen hours. With two windows, do not send the Limit of one with the Reset of the other. Do not extend the
      expiry with each request.`,
    software: [
      {
        text: text`express-rate-limit counts in milliseconds, Redis scripts in seconds, and others take words such as
          minute.`,
      },
    ],
  },
  {
    id: 'headers.limit-steady',
    traits: {
      dependsOn: ['headers.limit', 'headers.reset'],
      evidence: { headers: ['x-ratelimit-limit'] },
      timeline: true,
    },
    title: 'Limit must stay the same within one window',
    ...currentUsage,
    asks: text`Responses with the same key, operation and Reset must have the same Limit. A Reset exactly on a
      quarter hour is exempt, because a minute and a day may end together. One change during the run is
      allowed, because the plan may have been upgraded, but more than four different Limits for one
      operation fail. The kit compares 429s only with each other, because a second limit, such as one per
      IP address, may refuse first and show its own Limit.`,
    impact: 'Clients cannot compute a pace from a number that keeps changing.',
    fix: text`Send the configured limit from all replicas, not the remaining quota, a random value, or a limit
      adapted to the load. Look for instances with different configurations behind one load balancer.`,
  },
  {
    id: 'headers.elsewhere',
    level: 'advisory',
    traits: { fedBy: ['errors.elsewhere'] },
    title: 'An unknown path below the base URL should return the three headers, too',
    ...currentUsage,
    asks: text`The rule covers every response of the API, but it is unclear whether an unknown path belongs to the
      API, so this is only a warning. The kit judges the response to the request that errors.elsewhere sends.`,
    impact: 'A client with a mistyped path spends quota without seeing it, or is not limited at all.',
    fix: text`Mount the limiter in front of the router instead of on routes: route middleware does not
      run if no route matches.`,
    software: [
      {
        of: ['Fastify'],
        text: '@fastify/rate-limit needs a setNotFoundHandler with its preHandler to cover 404s.',
      },
      { text: 'NestJS guards do not run for unknown routes.' },
      railsMiddleware,
    ],
  },
];
