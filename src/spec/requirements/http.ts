import { type Requirement, text } from '../requirement.ts';

/** What HTTP and JSON ask of every answer. */
export const http: readonly Requirement[] = [
  {
    id: 'http.sheds-load',
    level: 'advisory',
    asked: 'concurrency',
    title: 'requests in flight at the same time should be served, not answered 502, 503 or 504',
    source: 'RFC 9110 15.6.4',
    asks: text`A gateway may refuse what it cannot handle, and the specification says nothing about it. The
      kit warns where requests that were refused while others were in flight are served when they are sent
      again alone. It needs several requests in flight: with --concurrency 1 it is not tested.`,
    impact: text`A client that sends a few requests at once gets errors that look like an outage. They carry
      none of the headers that say when to come back.`,
    fix: text`Raise the number of connections or the burst that the gateway or the application server
      allows, or answer 429 with Retry-After. Look at the gateway first: the service may never have seen the
      request.`,
    software:
      'nginx limit_req answers 503 unless limit_req_status says otherwise, and allows no burst by default.',
  },
  {
    id: 'http.date',
    level: 'advisory',
    traits: { evidence: { headers: ['date'] } },
    title: 'answers should carry a Date header',
    source: 'RFC 9110 6.6.1',
    asks: text`HTTP wants it in every 2xx, 3xx and 4xx of a server that has a clock. The service's
      specification does not mention it. The kit also measures Reset and Retry-After by it, and without it
      must go by its own clock, less exactly.`,
    impact: 'Clients whose clock is wrong cannot compute how long to wait until Reset.',
    fix: text`Leave the header to the HTTP server, which sends it by default. It is missing where it was
      switched off, where a proxy strips it, or on minimal servers and serverless runtimes.`,
    software: 'sendDate = false in Node switches it off.',
  },
  {
    id: 'http.json-clean',
    level: 'advisory',
    title: 'JSON answers should have no byte order mark and no repeated names in an object',
    source: 'RFC 8259 4, 8.1',
    asks: text`The JSON standard forbids generators the mark and advises against repeated names. Readers
      differ in what they make of either, so both are warnings.`,
    impact: text`Some parsers refuse the answer, others keep the first or the last of two values, and two
      clients see different data.`,
    fix: text`Write UTF-8 without a mark, and build answers from maps or objects rather than by joining
      strings or merging two serialisers' output.`,
    software: 'Writers with Encoding.UTF8 in .NET, and files saved on Windows, add a mark.',
  },
];
