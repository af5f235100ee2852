import { type Requirement, text } from '../requirement.ts';

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

/** Every complete response of the named operations, whatever its status. */
export const rateLimitHeaders: readonly Requirement[] = [
  {
    id: 'headers.present',
    level: 'required',
    title: 'every response must carry X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    ...currentUsage,
    asks: text`Holds for each complete answer of the four named operations: 200 and 201, but 400, 401, 404,
      429 and 5xx too. A 502, 503 or 504 counts only if it came twice. Each header has one value: lines that
      contradict each other fail here, two equal lines are a matter of headers.form.`,
    impact: 'A client cannot see its quota coming to an end and learns of it by 429, perhaps by a ban.',
    fix: text`Set the headers before authentication, body parsing and routing, so that answers which end
      early have them too; the limiter may read the token itself to find its bucket. A limiter behind the
      key check misses the 401, one behind the body parser the 400, and two in a row write twice. Check the
      spelling: other names are other headers.`,
    software:
      'Laravel sends Reset with 429 alone; RateLimit-* of the IETF and X-Rate-Limit-* are other headers.',
  },
  {
    id: 'headers.form',
    level: 'advisory',
    traits: { dependsOn: ['headers.present'] },
    title: 'a rate-limit header should stand once, and times given as numbers should be whole',
    source: 'RFC 9110 5.3',
    asks: text`X-RateLimit-* and Retry-After are single values: a second line with the same value is
      harmless but malformed. Reset and Retry-After as fractions are clear in meaning, so they warn here and
      violate nothing else.`,
    impact: text`Strict clients join two lines to "60, 60" and cannot read them; integer parsers fail on
      1712345678.5.`,
    fix: text`Let either the application or the gateway write the headers, not both, and replace rather
      than add. Round Reset and Retry-After up to whole seconds; dividing milliseconds by 1000 leaves the
      fraction.`,
  },
  {
    id: 'headers.limit',
    level: 'required',
    traits: { dependsOn: ['headers.present'], evidence: { headers: ['x-ratelimit-limit'] } },
    title: 'X-RateLimit-Limit must be a positive integer',
    ...currentUsage,
    asks: text`The number of requests allowed in a window, in plain digits, at least 1. Which window it
      describes, minute or day, is the server's choice and may alternate.`,
    impact: 'Clients that pace themselves by the limit divide by zero or stop altogether.',
    fix: text`Send the bare number. Not 100;w=60 (drafts of the IETF header), not "60, 1000" for two
      windows, not unlimited, -1 or 0 for keys without a limit.`,
  },
  {
    id: 'headers.remaining',
    level: 'required',
    traits: { dependsOn: ['headers.present'], evidence: { headers: ['x-ratelimit-remaining'] } },
    title: 'X-RateLimit-Remaining must be an integer, not below 0 and not above Limit',
    ...currentUsage,
    asks: text`Compared with the Limit of the same answer. If that is unreadable, the upper bound is not
      exercised.`,
    impact: text`Clients take a negative or too large number at its word: they stop for ever or run into 429
      at full speed.`,
    fix: text`Clamp to 0 before sending; counters that go on below zero once the limit is passed are the
      usual cause. Where Remaining exceeds Limit, the two come from different windows (minute and day): send
      a matching pair. Token buckets hold fractions: round down.`,
  },
  {
    id: 'headers.reset',
    level: 'required',
    traits: { dependsOn: ['headers.present'], evidence: { headers: ['x-ratelimit-reset'] } },
    title: 'X-RateLimit-Reset must be a Unix timestamp in seconds, now or within 25 hours',
    source: 'Limits, rule 2',
    sentence: 'X-RateLimit-Reset is a Unix timestamp giving the time at which the limit resets.',
    asks: text`Measured against the answer's own Date with ten seconds of tolerance, or without a Date
      against the local clock with fifteen minutes. 25 hours leave room for the longest day. Seconds left,
      milliseconds and dates in words are not Unix timestamps; a fraction is judged by headers.form alone.`,
    impact: text`A client that waits until Reset does not wait at all (seconds left read as 1970), waits for
      millennia (milliseconds), or cannot read it.`,
    fix: text`Send Math.ceil(resetMs / 1000), counted from 1970: the usual slips are the seconds left,
      milliseconds, and a date in words. If the value is right but the past is reported, synchronise the
      clocks of application, store and proxy.`,
    software: text`@fastify/rate-limit and the NestJS throttler send the seconds left, others milliseconds
      or ISO dates: convert, or set the header yourself.`,
  },
  {
    id: 'headers.usage',
    level: 'required',
    traits: { needs: ['proof', 'one key'], evidence: { headers: ['x-ratelimit-remaining'] }, timeline: true },
    title: 'Remaining must fall as requests are made within one window',
    ...currentUsage,
    asks: text`The headers show current usage, so over a stretch of at least twelve answers, one after the
      other, to one key and operation with steady Limit and Reset, the last Remaining is below the first. It
      may fall by more than one, because the key is shared, and may rise as time gives requests back;
      stretches in which that could hide the fall decide nothing. Only plain GETs of the list answered 200
      can fail the row, and only when most of several stretches stand still.`,
    impact: 'A client that trusts the number believes it has quota left until 429 arrives out of nothing.',
    fix: text`Write the counter after this request was counted. Constants, a value cached with the
      response, and a limiter keyed by something that changes with each request (a forwarded address, a
      request id) stand still; a counter per worker jumps to and fro.`,
  },
  {
    id: 'headers.reset-reached',
    level: 'observed',
    traits: { needs: ['429'], evidence: { headers: ['x-ratelimit-reset'] } },
    title: 'what Remaining shows once the time in Reset has passed',
    source: 'Limits, rule 2',
    asks: text`Reset promises a reset of the limit, but full quota at that second cannot be demanded:
      sliding windows and token buckets give requests back bit by bit, clocks round, and others use the key.
      Where answers exist from before and after a Reset the kit notes both numbers; it never waits for one.`,
    impact: text`A client that plans its work by Reset rather than by Retry-After may find less quota than it
      hoped for.`,
    fix: text`Nothing has to change. Best is a Reset at which Remaining is indeed back at Limit; for
      gradual refills, send the time at which the quota will be full.`,
  },
  {
    id: 'headers.plan',
    level: 'required',
    traits: {
      dependsOn: ['headers.present'],
      needs: ['valid key'],
      evidence: { headers: ['x-ratelimit-limit'] },
    },
    title: 'Limit must be the number of the named plan, per minute or per day',
    ...numbersOfPlans,
    asked: 'plan',
    asks: text`With --plan, what is answered to the real key shows 60 or 1,000 (Free), 300 or 10,000 (Pro),
      1,000 or 100,000 (Business). Enterprise has numbers agreed with each customer and is not exercised.`,
    impact: 'Customers get less than they pay for, or the service gives more than it can bear.',
    fix: text`Check the plan this key is stored with, then the limiter's configuration for it. Common: one
      limit for everybody, a plan cached at start-up, the limit of an anonymous caller because the limiter
      runs before the key is known, or a burst allowance added to the number.`,
  },
  {
    id: 'headers.plan-window',
    level: 'required',
    traits: {
      dependsOn: ['headers.reset'],
      needs: ['valid key'],
      evidence: { headers: ['x-ratelimit-reset'] },
    },
    title: "an answer with the plan's number per minute must reset within 70 seconds",
    ...numbersOfPlans,
    asked: 'plan',
    asks: text`Where Limit is the number per minute of the plan named with --plan, Reset lies at most 70
      seconds after the answer's Date: a minute, and ten for rounding and clocks. Not exercised for
      Enterprise and for answers that show the number per day.`,
    impact: text`The quota meant for a minute has to last for an hour or a day, and clients that wait for
      Reset stand still meanwhile.`,
    fix: text`Set the window to one minute, in the unit that the limiter counts in: 60000 in the wrong one
      is over sixteen hours. Where two windows are kept, do not send the Limit of one with the Reset of the
      other. Do not push the expiry ahead with each request.`,
    software:
      'express-rate-limit counts in milliseconds, scripts for Redis in seconds, and others take words.',
  },
  {
    id: 'headers.limit-steady',
    level: 'required',
    traits: {
      dependsOn: ['headers.limit', 'headers.reset'],
      needs: ['one key'],
      evidence: { headers: ['x-ratelimit-limit'] },
      timeline: true,
    },
    title: 'Limit must stay the same within one window',
    ...currentUsage,
    asks: text`Where key, operation and Reset are equal, Limit is too, except for a Reset on a full quarter
      of an hour, where the ends of minute and day may meet. More than four different Limits on one
      operation are too many, and a single change during the run decides nothing, since a plan may have been
      upgraded.`,
    impact: 'A client cannot compute a pace from a number that is different each time.',
    fix: text`Send the configured limit, not what is left, not a value that is drawn or adapted to load,
      and the same from all replicas. Look for instances with different configuration behind one balancer.`,
  },
  {
    id: 'headers.elsewhere',
    level: 'advisory',
    traits: { fedBy: ['errors.elsewhere'] },
    title: 'an unknown path below the base address should be answered with the three headers too',
    ...currentUsage,
    asks: text`The rule speaks of every response of the API; whether a path that does not exist belongs to
      it can be disputed, hence a warning. Seen on the probe that errors.elsewhere sends anyway.`,
    impact: 'A client with a mistyped path spends quota unseen, or is not limited at all.',
    fix: text`Mount the limiter in front of the router rather than on routes: what belongs to a route does
      not run where no route matches.`,
    software: text`@fastify/rate-limit needs a setNotFoundHandler with its preHandler to cover 404, and
      NestJS guards do not run for unknown routes.`,
  },
];
