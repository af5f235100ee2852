import type { Section } from './phenomenon.ts';
import {
  all,
  brokenList,
  creates,
  dangerousBodies,
  earlierLeftovers,
  findingsOf,
  impact,
  leastRemaining,
  leftovers,
  limiting,
  postsAfterBroken,
  postsAfterZero,
  reason,
  received,
  reportedLeftovers,
  requestsAfter429,
  searched,
  sentence,
  smallest,
  verdicts,
} from './says.ts';

/** Mistakes of the kit with real servers, each with a run or a test that shows its behavior now. */
export const sections: readonly Section[] = [
  {
    title: 'No lasting damage',
    phenomena: [
      {
        what: 'A standard run stored `{"description":"caf\\xe9"}`; GET /categories then returned 500 forever, even after a restart. A gentle run did the same.',
        seenIn: 'Sinatra with SQLite',
        stacks: ['sinatra'],
        shownBy: [
          { servers: ['stores-what-breaks-lists'], says: all(brokenList, dangerousBodies) },
          {
            servers: ['stores-what-breaks-lists'],
            settings: { profile: 'gentle' },
            says: all(brokenList, dangerousBodies),
          },
        ],
      },
      {
        what: 'A gentle run with seed 8 stored `\\xed\\xa0\\x80`, a lone surrogate as bytes, and the list returned 500.',
        seenIn: 'FastAPI',
        shownBy: [
          {
            servers: ['stores-what-breaks-lists'],
            settings: { profile: 'gentle', seed: 8 },
            says: brokenList,
          },
        ],
      },
      {
        what: 'A thorough run broke the list at request 115 of 457, although its warning says that dangerous bodies come last.',
        seenIn: 'the same stacks',
        shownBy: [
          {
            servers: ['stores-what-breaks-lists'],
            settings: { profile: 'thorough' },
            says: all(brokenList, received('list.ok')),
          },
          {
            servers: ['list-broken-by-characters'],
            settings: { profile: 'thorough' },
            says: all(brokenList, received('list.ok')),
          },
        ],
      },
      {
        what: 'The search for a smaller body stored a second invalid category.',
        seenIn: 'Sinatra with SQLite',
        stacks: ['sinatra'],
        shownBy: [
          { servers: ['name-structure-crashes'], says: searched('invalid.name-type') },
          { servers: ['list-broken-by-500'], says: postsAfterBroken },
        ],
      },
      {
        what: 'The run itself broke the list, but the advice was "Return the array itself", or arrays 5,000 deep were blamed.',
        seenIn: 'the same stacks',
        shownBy: [
          { servers: ['list-broken-by-bytes'], says: all(received('list.ok'), impact('list.ok')) },
          { servers: ['list-broken-by-number'], says: received('list.ok') },
        ],
      },
      {
        what: '`auth.scheme-case` warned because the list was already broken.',
        seenIn: 'the same stacks',
        shownBy: [{ servers: ['list-broken-by-number'], says: verdicts('auth.scheme-case') }],
      },
      {
        what: '`list.ok` and `list.complete` passed although every list after the broken one returned 500.',
        seenIn: 'Sinatra with SQLite',
        stacks: ['sinatra'],
        shownBy: [
          {
            servers: ['list-broken-by-500'],
            says: verdicts('list.ok', 'list.category', 'list.ids-unique', 'list.complete'),
          },
        ],
      },
      {
        what: 'The report listed only 3 of 5 leftover categories, one of them named `a`.',
        seenIn: 'the same stacks',
        shownBy: [
          { servers: ['list-broken-by-number'], says: leftovers },
          {
            servers: ['stores-what-breaks-lists'],
            settings: { profile: 'thorough' },
            says: leftovers,
          },
        ],
      },
      {
        what: 'A standard run sent `"name":-1e400` and `"description":NaN`, which Python stores and then lists as NaN forever.',
        seenIn: 'Python',
        shownBy: [
          {
            test: 'tests/payloads/harmless.test.ts',
            name: 'are never sent in a %s run, whatever the server accepts',
            holds: 'Gentle and standard runs never send such a value, whatever a weak server accepts.',
          },
          {
            servers: ['stores-what-breaks-lists'],
            settings: { seed: 2 },
            says: all(brokenList, dangerousBodies),
          },
        ],
      },
    ],
  },
  {
    title: 'Leftovers never fail the next run',
    phenomena: [
      {
        what: 'After the server was fixed, categories of earlier runs with a number as `description` kept failing `list.category`. No output said that the kit had stored them.',
        seenIn: 'a fixed server',
        shownBy: [
          { servers: ['rows-of-earlier-runs'], says: earlierLeftovers },
          { servers: ['list-holds-broken-row'], says: received('list.category') },
        ],
      },
      {
        what: 'The plan said "9 creates at most", but a run left 32.',
        seenIn: 'a weak server',
        shownBy: [
          { servers: ['accepts-every-body'], says: creates },
          {
            test: 'tests/engine/extended/bound.test.ts',
            name: 'a server that accepts every body makes a run create far more than usual',
            holds: 'Requests, creates, and waits stay within the plan, whatever the server does.',
          },
        ],
      },
      {
        what: 'Smaller bodies were stored as `a`, an empty name, or `-Inf`, and could not be identified later.',
        seenIn: 'weak servers',
        shownBy: [
          {
            test: 'tests/payloads/harmless.test.ts',
            name: 'are never tried by shrinking, which keeps the mark',
            holds: "A body keeps the run's mark while it is made smaller, if the fault leaves room for it.",
          },
        ],
      },
      {
        what: 'The old mark, `kit` and ten letters, also matched `kitchenrabbit`.',
        seenIn: 'ordinary names',
        shownBy: [
          {
            test: 'tests/readings/origins.test.ts',
            name: 'an element is from an earlier run',
            holds: 'Only `kitqz` and nine letters mark a category as created by the kit.',
          },
        ],
      },
    ],
  },
  {
    title: 'No bans, and few requests at the limit',
    phenomena: [
      {
        what: 'A token bucket without a usable Reset returned 429 to 77 requests of one run. The run sent 57 POSTs right after Remaining 0.',
        seenIn: 'actix-governor; also axum with tower_governor',
        stacks: ['axum'],
        shownBy: [{ servers: ['token-bucket', 'reset-missing'], says: all(limiting, postsAfterZero) }],
      },
      {
        what: 'A token bucket that sends Reset as seconds to wait returned 429 to 21 requests.',
        seenIn: 'a token bucket',
        shownBy: [{ servers: ['token-bucket', 'reset-in-seconds-left'], says: limiting }],
      },
      {
        what: 'The same bucket with a correct Reset returned one 429.',
        seenIn: 'a token bucket',
        shownBy: [{ servers: ['token-bucket'], says: limiting }],
      },
      {
        what: 'A limiter without the three headers gives a run nothing to pace itself by.',
        seenIn: 'Echo with tollbooth',
        stacks: ['echo'],
        shownBy: [{ servers: ['token-bucket', 'rate-headers-missing'], says: limiting }],
      },
      {
        what: 'A server that bans a key at its tenth 429 banned the key.',
        seenIn: 'a server that bans after ten 429s',
        shownBy: [
          { servers: ['token-bucket', 'reset-missing', 'bans-at-the-tenth-429'], says: limiting },
          {
            test: 'tests/limiters/few-refusals.test.ts',
            name: '%s: at most eight 429s, and an end',
            holds:
              'Every limiter design, with every kind of Reset, returns at most eight 429s, and the run ends in time.',
          },
        ],
      },
      {
        what: 'The kit sent filler requests for a requirement that could not be decided (`headers.usage` without a Reset).',
        seenIn: 'a token bucket',
        shownBy: [{ servers: ['token-bucket', 'reset-missing'], says: reason('headers.usage') }],
      },
      {
        what: '`--profile gentle` did not keep its reserve. With 20 of 60 requests left, Remaining fell to 0, with waits of 1.2 s.',
        seenIn: 'a key that others use',
        shownBy: [
          {
            servers: ['forty-spent-by-others'],
            settings: { profile: 'gentle' },
            says: all(leastRemaining, limiting),
          },
        ],
      },
      {
        what: 'A limiter that returns 429 to every fifth request, regardless of usage, kept a run busy for over a minute with a window of 3 s.',
        seenIn: 'a faulty limiter',
        shownBy: [{ servers: ['every-fifth-429'], windowMs: 3_000, says: all(limiting, sentence) }],
      },
      {
        what: '`--wait-for` read a 429 with Retry-After 20, but the run sent five requests with the key 340 ms later. A 503 with Retry-After was polled every 270 ms.',
        seenIn: 'a server that limits the key when the run starts',
        shownBy: [
          {
            test: 'tests/cli/wait-for.test.ts',
            name: 'sends nothing until the Retry-After of a 429 has passed',
            holds:
              '`--wait-for` asks once a second, and after a 429 the run sends nothing before its Retry-After is over.',
          },
        ],
      },
      {
        what: 'A Retry-After of two days was ignored as invalid, and three more requests followed.',
        seenIn: 'a faulty limiter',
        shownBy: [
          {
            servers: ['retry-after-of-two-days'],
            says: all(requestsAfter429, received('limit.retry-after-value')),
          },
        ],
      },
      {
        what: 'A Retry-After date without a Date counted as 0 on a server whose clock is 60 s behind.',
        seenIn: 'a server without Date',
        shownBy: [
          { servers: ['retry-after-date-past'], says: limiting },
          {
            test: 'tests/limiters/few-refusals.test.ts',
            name: 'as a date in the past of the local clock, without Date, means a wait of a minute',
            holds: 'Such a date is unusable, so the default wait of a minute applies.',
          },
        ],
      },
    ],
  },
  {
    title: 'Repeatable findings',
    phenomena: [
      {
        what: 'A server cached header values per connection, ignoring case, and treated the key in another case as the previous key. Six runs failed three different sets of requirements, and the advice mentioned key stores and replicas.',
        seenIn: 'Jetty 11 and 12',
        stacks: ['jetty'],
        shownBy: [
          { servers: ['key-cached-ignoring-case'], says: received('auth.key-exact') },
          {
            test: 'tests/engine/paired-sending.test.ts',
            name: '%s: ten runs find the same failures',
            holds: 'Ten runs violate the same requirements, for each defect that depends on the connection.',
          },
        ],
      },
      {
        what: '`replay` of that finding said that it was fixed, but it was not.',
        seenIn: 'Jetty 11 and 12',
        stacks: ['jetty'],
        shownBy: [
          {
            test: 'tests/engine/paired-sending.test.ts',
            name: 'reports the correct result for %s',
            holds: '`replay` repeats the order on one connection, and says "not reproduced" if it cannot.',
          },
        ],
      },
      {
        what: 'A gateway that refuses bursts with 503 caused 8 failures. The kit kept six requests in flight through 49 retries.',
        seenIn: 'nginx `limit_req`',
        stacks: ['nginx'],
        shownBy: [
          { servers: ['sheds-load-503'], says: received('http.sheds-load') },
          { servers: ['sheds-load-502'], says: received('http.sheds-load') },
        ],
      },
      {
        what: 'A gateway cache that keeps GETs for a second, with `Age`, failed `limit.enforced` in 11 of 11 runs.',
        seenIn: 'Varnish',
        stacks: ['varnish'],
        shownBy: [{ servers: ['lists-cached-for-a-second'], says: reason('limit.enforced') }],
      },
      {
        what: '`X-RateLimit-Remaining: 9223372036854775806` failed `headers.remaining` as "no integer".',
        seenIn: 'a 64-bit quota',
        shownBy: [{ servers: ['quota-of-64-bits'], says: verdicts('headers.limit', 'headers.remaining') }],
      },
      {
        what: '`X-RateLimit-Limit: 1,000` was reported under `headers.present` as "2 different values".',
        seenIn: 'a number with a separator',
        shownBy: [{ servers: ['limit-with-separator'], says: received('headers.limit') }],
      },
    ],
  },
  {
    title: 'Values that a run always sends',
    phenomena: [
      {
        what: 'A standard run never sent `"description":false`.',
        seenIn: 'weak validators',
        shownBy: [{ servers: ['description-false-unset'], says: smallest('invalid.description-type') }],
      },
      {
        what: 'A standard run never sent a body of `true` or `false`.',
        seenIn: 'weak validators',
        shownBy: [
          { servers: ['boolean-body-default'], says: smallest('invalid.body-type') },
          { servers: ['false-body-default'], says: smallest('invalid.body-type') },
        ],
      },
      {
        what: 'A standard run never sent `"name":0`.',
        seenIn: 'weak validators',
        shownBy: [
          { servers: ['falsy-name-skips-type'], says: smallest('invalid.name-type') },
          {
            test: 'tests/payloads/standard-run.test.ts',
            name: 'every class of every standard run is generated',
            holds: 'A standard run sends each kind that the requirements name, whatever the seed.',
          },
        ],
      },
      {
        what: '`{"Name":"x"}` was accepted and missed: the kit sent six variants of the name in one body, and a strict parser refused the others.',
        seenIn: "Go's encoding/json with DisallowUnknownFields",
        shownBy: [{ servers: ['keys-any-case-alone'], says: smallest('invalid.name-missing') }],
      },
      {
        what: 'A server that accepts any token in the right format passed.',
        seenIn: 'servers that check only the format of a key',
        shownBy: [
          { servers: ['key-form-checked-alone'], says: received('auth.key-invalid') },
          {
            test: 'tests/exchange/credentials.test.ts',
            name: 'keeps form, length, prefix and separators',
            holds:
              'The wrong key has the format of the right one, also for `pk_live_` keys, hex digits, UUIDs and JWTs.',
          },
        ],
      },
      {
        what: "The list showed the client's id and the 201 the assigned one, but the run passed.",
        seenIn: 'a weak server',
        shownBy: [{ servers: ['list-shows-id-of-request'], says: received('create.id') }],
      },
      {
        what: 'The kit never sent `Basic base64(key:)`, although real Basic middleware decodes it.',
        seenIn: 'Basic middleware',
        shownBy: [{ servers: ['key-as-basic-user'], says: received('auth.bearer-only') }],
      },
    ],
  },
  {
    title: 'Messages that match what happened',
    phenomena: [
      {
        what: 'An empty token or a wrong scheme got a 400, but the report said "guesses are enough to get in".',
        seenIn: 'Echo',
        stacks: ['echo'],
        shownBy: [{ servers: ['authorization-malformed-400'], says: impact('auth.key-exact') }],
      },
      {
        what: 'One response with a wrong status caused 3 failures and 4 lines of warnings.',
        seenIn: 'axum',
        stacks: ['axum'],
        shownBy: [
          { servers: ['authorization-unreadable'], says: all(sentence, findingsOf('errors.elsewhere')) },
        ],
      },
      {
        what: 'Routes with a trailing slash ended the run with exit status 3 and the advice to change `--base-url`, or failed `list.ok` with advice about arrays. The Location was not shown.',
        seenIn: 'Django REST (301), FastAPI (307)',
        stacks: ['django'],
        shownBy: [
          { servers: ['slash-301'], says: received('list.ok') },
          { servers: ['slash-307'], says: received('list.ok') },
          { servers: ['slash-307-bare'], says: received('list.ok') },
        ],
      },
      {
        what: 'A gateway that returns the same 200 for everything caused 13 failures and "35 categories left over", although nothing was stored.',
        seenIn: 'a gateway without an upstream',
        shownBy: [{ servers: ['gateway-always-welcome'], says: all(sentence, reportedLeftovers) }],
      },
      {
        what: '`limit.enforced` was not tested because "the limit was not reached", after three 429s.',
        seenIn: 'a limit that the headers do not show',
        shownBy: [
          { servers: ['every-fifth-429'], says: reason('limit.enforced') },
          { servers: ['token-bucket', 'rate-headers-missing'], says: reason('limit.enforced') },
        ],
      },
      {
        what: '`headers.usage` was not tested because of "too few requests", after 84 GETs.',
        seenIn: 'a token bucket',
        shownBy: [
          { servers: ['token-bucket'], says: reason('headers.usage') },
          {
            test: 'tests/readings/usage.test.ts',
            name: 'an undecided usage has a reason',
            holds: 'Each case in which the headers are inconclusive has its own reason.',
          },
        ],
      },
      {
        what: '`invalid.name-missing` listed one case as failed and as passed.',
        seenIn: 'Mojolicious',
        stacks: ['mojolicious'],
        shownBy: [
          {
            test: 'tests/engine/findings.test.ts',
            name: 'does not include a case that failed once',
            holds: 'A case that failed once is never listed as passed.',
          },
        ],
      },
      {
        what: '`create.id` said "a body with an id is not accepted (status 200 OK)", although it was accepted.',
        seenIn: 'a server that returns 200 to a creation',
        shownBy: [{ servers: ['created-200'], says: all(received('create.created'), verdicts('create.id')) }],
      },
      {
        what: '`invalid.body-lenient` showed no body in the terminal.',
        seenIn: 'any lenient parser',
        shownBy: [
          {
            test: 'tests/report/rows.test.ts',
            name: 'a generated body is named after %s',
            holds: 'A warning names the smallest body.',
          },
        ],
      },
      {
        what: 'HTML in a response was full of `\\u{a}`.',
        seenIn: 'Mojolicious',
        stacks: ['mojolicious'],
        shownBy: [
          {
            test: 'tests/report/body-words.test.ts',
            name: 'shows a response without line breaks, and the Location of a redirect',
            holds: 'HTML and line breaks are shown as one readable line.',
          },
        ],
      },
      {
        what: 'Headers with similar names, such as `X-Rate-Limit-Limit`, were reported only as missing.',
        seenIn: 'Echo with tollbooth',
        stacks: ['echo'],
        shownBy: [{ servers: ['headers-spelled-otherwise'], says: received('headers.present') }],
      },
      {
        what: '`explain` mentioned a framework, but the finding did not.',
        seenIn: 'stacks whose responses reveal the framework',
        shownBy: [
          {
            test: 'tests/report/known-software.test.ts',
            name: 'common causes are shown for software that the responses reveal',
            holds:
              'A finding adds what is known about the software that the Server header or the errors reveal.',
          },
        ],
      },
    ],
  },
  {
    title: 'Replay, description, baseline',
    phenomena: [
      {
        what: '`replay` of `limit.retry-after` and `limit.retry-after-value` always ended with exit status 3.',
        seenIn: 'any server',
        shownBy: [
          {
            test: 'tests/engine/replay.test.ts',
            name: '%s: shows in a 429, which the proof of the limit brings about',
            holds: '`replay` proves the limit again, and distinguishes a fixed server from one that is not.',
          },
        ],
      },
      {
        what: '"MENDED: returned 200, told by 3 requests" read as if the server still returned 200.',
        seenIn: 'any server',
        shownBy: [
          {
            test: 'tests/cli/replay.test.ts',
            name: 'exits with status 0 against the fixed server',
            holds:
              'The last line names the requirement and counts the requests. What the server returns now is on a separate line.',
          },
        ],
      },
      {
        what: '`replay` created categories and did not list the ones that it left.',
        seenIn: 'any server',
        shownBy: [
          {
            test: 'tests/engine/replay.test.ts',
            name: 'reports its leftover data',
            holds: '`replay` lists its leftovers.',
          },
        ],
      },
      {
        what: '`replay REPORT` sent the key to any base URL in the file.',
        seenIn: 'any report',
        shownBy: [
          {
            test: 'tests/cli/replay.test.ts',
            name: 'does not send the key to another machine that only the report names',
            holds:
              'The base URL is printed first. One that is neither loopback nor configured is refused with exit status 2.',
          },
        ],
      },
      {
        what: '`--description` with `/v1` in its paths, or with `{pet_id}`, hid all other differences behind "no such operation".',
        seenIn: 'descriptions with such paths',
        shownBy: [
          {
            test: 'tests/description/shapes.test.ts',
            name: 'the same URLs: %s',
            holds: 'Servers and paths are compared together, and parameters by position.',
          },
        ],
      },
      {
        what: '`--baseline` left known failures as `<failure>` in junit.xml, and no output separated the new ones.',
        seenIn: 'any run with a baseline',
        shownBy: [
          {
            test: 'tests/cli/accept.test.ts',
            name: 'shows accepted failures apart from the others in every format',
            holds: 'Every output separates known failures from new ones.',
          },
        ],
      },
      {
        what: '`serve` with one of the `description-*` defects printed a command without `--description`, so the run passed.',
        seenIn: 'the reference server',
        shownBy: [
          {
            test: 'tests/cli/serve.test.ts',
            name: '%s: the printed command finds the defect of the description',
            holds: 'The printed command reveals the defect.',
          },
        ],
      },
      {
        what: '`list --defects` counted 278 defects, and the gallery 273.',
        seenIn: 'the reference server',
        shownBy: [
          {
            test: 'tests/cli/texts.test.ts',
            name: 'shows the defects with the requirements that they violate, at most 80 columns wide',
            holds:
              '`list --defects` says how many of its defects the gallery runs, and why it does not run the others.',
          },
        ],
      },
    ],
  },
];
