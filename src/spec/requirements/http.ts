import { type RequirementRow, text } from '../requirement.ts';

/** What HTTP and JSON require of every response. */
export const http: readonly RequirementRow[] = [
  {
    id: 'http.sheds-load',
    level: 'advisory',
    traits: { anyStatus: false },
    asked: 'concurrency',
    title: 'Concurrent requests should be served, and not refused with 502, 503 or 504',
    source: 'RFC 9110 15.6.4',
    asks: text`A gateway may refuse requests that it cannot handle, and the specification does not mention that, so
      this is only a warning. The kit warns if a request fails while others are in flight, and succeeds when
      it is sent again alone. With --concurrency 1, the requirement is not tested.`,
    impact: text`Clients that send a few requests at once get errors that look like an outage. Unlike a 429,
      these errors need not say when to retry.`,
    fix: text`Raise the connection or burst limit of the gateway or application server, or return 429 with
      Retry-After. Check the gateway first: the server may never have received the request.`,
    software: [
      {
        of: ['nginx'],
        statuses: [503],
        text: 'nginx limit_req returns 503 unless limit_req_status is set, and allows no burst by default.',
      },
    ],
  },
  {
    id: 'http.server-errors',
    level: 'advisory',
    traits: {
      anyStatus: false,
      evidence: 'status',
      fedBy: ['errors.elsewhere', 'pets.exists', 'orders.exists'],
    },
    title: 'No request should get a 5xx, even where the specification does not define the response',
    source: 'RFC 9110 15.6',
    asks: text`Where the specification says what the server must return, the requirement for that response judges a 5xx. This one
      covers every other 5xx, with one finding for each status and request: a GET of an unlisted path, of a pet or of the
      orders, and a POST of another media type or with a body that the specification does not mention. pets.exists
      and orders.exists cover a 501 for pets or orders, and create.content-type covers other forms of a valid POST.
      The kit ignores a 5xx for a request beyond the rate limit, and one that does not repeat.`,
    impact: text`Clients mistake their own error for an outage: they retry a request that can never succeed, and
      operators get alerts for it.`,
    fix: text`Look for the uncaught exception in the server's log. Return a 4xx for what a client does wrong: 404
      for an unknown path, 415 for another media type, 400 for a body that cannot be used.`,
    software: [
      {
        of: ['Express'],
        text: 'In Express 5, req.body is undefined if no body parser reads the media type, so reading its fields throws.',
      },
      { text: 'Handlers often fail if a body parser leaves the body empty because of its Content-Type.' },
    ],
  },
  {
    id: 'http.passing-failures',
    level: 'advisory',
    traits: { anyStatus: false },
    title: 'A request should not fail with a 5xx or a cut connection and succeed when it is sent again',
    source: 'RFC 9110 15.6',
    asks: text`A request that fails when it is sent alone, and succeeds when it is sent again, shows an unsteady service.
      Another process may have held a lock, or a worker may have restarted, so the kit does not count the failure against
      the requirements of the request. But if every request in the same position fails (the first on a connection, right
      after a POST, after a pause), the cause is not chance, and the failures count. If more than a tenth of all requests
      fail and then succeed, the run has no verdict.`,
    impact:
      'Clients get occasional errors and have to retry, and a retried POST may create the same category twice.',
    fix: text`Find the time of the failure in the server's log. Usual causes: a lock, a timeout, a worker that exits, and
      an idle database connection that was closed.`,
  },
  {
    id: 'http.date',
    level: 'advisory',
    traits: { evidence: { headers: ['date'] } },
    title: 'Every response should carry a Date header',
    source: 'RFC 9110 6.6.1',
    asks: text`HTTP requires the header in every 2xx, 3xx and 4xx of a server that has a clock. The specification does
      not mention it. Without a Date, the kit compares Reset and Retry-After with its own clock, which is less
      exact.`,
    impact: 'Clients with a wrong clock cannot compute how long to wait until Reset.',
    fix: text`Leave the header to the HTTP server, which sends it by default. It is missing if it was turned
      off, if a proxy strips it, or on minimal servers and serverless runtimes.`,
    software: [
      { text: 'In Node.js, sendDate = false turns the header off.' },
      { of: ['Rails'], text: 'Puma sends no Date.' },
    ],
  },
  {
    id: 'http.json-clean',
    level: 'advisory',
    title: 'JSON responses should have no byte order mark and no repeated names in an object',
    source: 'RFC 8259 4, 8.1',
    asks: text`The JSON standard forbids the byte order mark in generated JSON and advises against repeated names.
      Parsers differ in how they handle them, so each is a warning.`,
    impact: text`Some parsers refuse the response. Others keep the first or the last of two values, so two
      clients see different data.`,
    fix: text`Write UTF-8 without a byte order mark. Build responses from maps or objects instead of joining
      strings or merging the output of two serializers.`,
    software: [{ text: 'Encoding.UTF8 writers in .NET and files saved on Windows add a byte order mark.' }],
    traits: { dependsOn: ['list.ok'] },
  },
];
