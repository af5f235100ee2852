import { type Requirement, text } from '../requirement.ts';

/** What happens at the limit and after it. */
export const rateLimiting: readonly Requirement[] = [
  {
    id: 'limit.enforced',
    level: 'required',
    traits: { needs: ['one key'] },
    title: 'once the limit is used up, further requests must be answered 429',
    source: 'Limits, rule 3',
    sentence: 'When a request exceeds the limit, the response is 429 Too Many Requests.',
    asks: text`Proved by using up one window with plain GETs, in which all requests of the run count. After
      a Remaining of 0, a 429 proves the limit; it is missing if at least five GETs in a row, and more than
      two beyond what may have come back since, get any other answer, or if far more than Limit are served
      in one window (responses with an Age header, from a cache, count for neither). A 429 that comes early
      is legal (another window), as are a few requests that slip through. A window that turns over twice
      before it is used up leaves the row not exercised.`,
    impact: 'One client can starve all others, and the numbers in the headers mean nothing.',
    fix: text`Check that the limiter counts by key in a store all workers share, that it is not in a
      dry-run mode, that test environments do not skip it, and that a failing store does not silently let
      everything pass.`,
    outcomes: {
      refused: {
        impact: text`The limit holds, but clients do not recognize it: they back off on 429, and treat this
          as another kind of error.`,
        fix: 'Return 429 with Retry-After in place of this status.',
      },
    },
    software: 'limit_req of nginx sends 503 unless limit_req_status says 429, and some gateways send 403.',
  },
  {
    id: 'limit.retry-after',
    level: 'required',
    traits: { evidence: { headers: ['retry-after'] } },
    title: 'a 429 must carry a Retry-After header',
    source: 'Errors 429',
    sentence: '429 | Rate limit exceeded (Too Many Requests) | Carries a Retry-After header',
    asks: text`Every 429 of the run, whatever window it comes from. Whether the value makes sense is the
      next row.`,
    impact: 'Clients do not know how long to wait, guess too short, and risk a ban for it.',
    fix: text`Add the header where the 429 is written. It is easily lost in a custom handler that replaces
      the limiter's own answer, and another name, or Reset alone, does not stand in for it.`,
    software: text`nginx and many gateways send none unless told; others send X-Retry-After or
      RateLimit-Reset in its place.`,
  },
  {
    id: 'limit.retry-after-value',
    level: 'required',
    traits: { dependsOn: ['limit.retry-after'], evidence: { headers: ['retry-after'] } },
    title: 'Retry-After must give a time in standard form, not past and within 25 hours',
    source: 'Limits, rule 3',
    sentence: 'The client backs off and retries after the time given in the Retry-After header.',
    asks: text`Either whole seconds or an HTTP-date, which is the form of the header in RFC 9110 10.2.3. The
      unit is otherwise left open by the specification, and the standard closes the gap. 60s, 1 minute, ISO
      dates, timestamps and negative numbers fail; a fraction is a matter of headers.form.`,
    impact: text`A client that cannot read the value falls back on guessing, and one that reads a timestamp
      as seconds sleeps for decades.`,
    fix: text`Send the seconds left, rounded up: Math.ceil(msLeft / 1000). Frequent slips: milliseconds,
      the timestamp from Reset, a text out of a duration library, a date without GMT.`,
  },
  {
    id: 'limit.recovers',
    level: 'required',
    traits: { dependsOn: ['limit.retry-after', 'limit.retry-after-value', 'list.ok'], needs: ['one key'] },
    title: 'after the time in Retry-After requests must be served again',
    source: 'Limits, rule 3',
    sentence: 'The client backs off and retries after the time given in the Retry-After header.',
    asks: text`One GET goes a second and some jitter after that time, even where Reset lies later. A second
      429 alone proves nothing, since another client may have taken the new window: it fails only where the
      run saw nobody else use the key in at least twelve answers, and a third request after the second wait
      is refused too. Otherwise the row is not exercised.`,
    impact: text`Obedient clients are refused again and again, wait longer each time, or end up banned for
      doing as told.`,
    fix: text`Compute Retry-After to the end of all that refuses, rounded up: of the window, and of a
      penalty or a lock on top of it. Let no refused request restart the window or lengthen the penalty, and
      where minute and day both apply, give the longer wait. Replicas with clocks or windows of their own
      refuse what the first one promised.`,
  },
  {
    id: 'limit.retry-after-agrees',
    level: 'observed',
    traits: { evidence: { headers: ['retry-after'] } },
    title: 'whether Retry-After and Reset of a 429 name about the same moment',
    source: 'Limits, rules 2 and 3',
    asks: text`Nothing says that they must: one is when to try again, the other when the limit resets, and a
      sliding window has both at different times. The kit notes the distance.`,
    impact: 'Clients that follow one header behave differently from those that follow the other.',
    fix: text`Nothing has to change. Where both mean the same window, compute them from one number. The kit
      itself goes by Retry-After.`,
  },
  {
    id: 'limit.retry-after-unit',
    level: 'observed',
    traits: { evidence: { headers: ['retry-after'] } },
    title: 'the form and apparent unit of Retry-After',
    source: 'Limits',
    asks: text`The unit is not shown. The kit notes whether a number or a date came and, with Reset for
      comparison, whether the number looks like seconds.`,
    impact: text`Readers of the report learn what their clients have to expect; what is not a time at all is
      judged by limit.retry-after-value.`,
    fix: "Nothing has to change as long as the standard's form is kept: whole seconds, or a date in GMT.",
  },
  {
    id: 'limit.body',
    level: 'observed',
    title: 'which body a 429 answer has',
    source: 'Errors',
    asks: text`The specification leaves the body of a 429 open, so any will do, none included. The kit notes
      its type and whether it is an Error.`,
    impact: 'Clients cannot count on a code or message there and must decide by the status.',
    fix: text`Nothing has to change. Sending the Error body is the kindest choice, because clients parse it
      already.`,
  },
  {
    id: 'limit.ban',
    level: 'not-testable',
    title: 'going on after a 429 may get the key banned for a time',
    source: 'Limits, rule 4',
    asks: 'The service may do this and need not; how long and after how many requests is not stated.',
    impact: text`Not tested, since that would harm the key it is tested with: once a 429 has come, the kit is
      silent until the wait that was asked for is over.`,
    fix: text`Use a key for the kit alone. If a run ends with a possible ban, wait, and see whether
      something else used the key without minding the 429.`,
  },
  {
    id: 'limit.client-backoff',
    level: 'not-testable',
    title: 'integrations back off exponentially after a 429',
    source: 'Limits, rule 3',
    asks: 'This binds the clients of the service, not the service.',
    impact: text`Not tested, because a server cannot break it. The kit is a client and keeps to it: it lets
      the time given pass, and a second and some jitter more, before anything else is sent.`,
    fix: text`Write clients that stop all traffic of the key on a 429, wait for Retry-After plus jitter,
      and double their own pause when they are refused again.`,
  },
  {
    id: 'limit.upgrade',
    level: 'not-testable',
    title: 'upgrades raise the limit, and Enterprise quotas are agreed one by one',
    source: 'Limits, rule 5',
    asks: 'Both are matters of a contract, for which there is no operation.',
    impact: 'Not tested, because nothing can be seen of it through the interface.',
    fix: 'After an upgrade, run with --plan and the new plan to see whether the key shows its numbers.',
  },
  {
    id: 'limit.daily',
    level: 'not-testable',
    title: 'the quota of a day is enforced',
    source: 'Rate limits by plan',
    asks: text`Each plan has a second limit for the day. Where it happens to be the one that binds during a
      run, its 429 and headers are judged like those of the minute, only without waiting for its end.`,
    impact: text`Not tested on purpose, because it would use up what the owners of the key need for the rest
      of the day.`,
    fix: text`Test it in staging with a plan of small numbers. Remember to name the longer of the two waits
      in Retry-After.`,
  },
];
