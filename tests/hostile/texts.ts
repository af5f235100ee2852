import { type Behavior, everything, lists, refusals, type Which } from './behavior.ts';
import { type Deviation, deviatingOn, withHeader } from './message.ts';
import type { CorrectResponse } from './raw-server.ts';

const extra = 'extra fields are legal';
const nothingThere = 'a target that responds to everything in the same way is not a Pet Store Service';
const notJson = 'a list must be a JSON array (GET /categories)';
const int64 = 'the id must be an int64 integer (Category)';

/** Bodies that are not JSON, or JSON that is hard to parse. */
export const texts: readonly Behavior[] = [
  noList(
    'list-not-utf-8',
    'a list with bytes that are not UTF-8',
    Buffer.from('[{"id":900001,"name":"\xff\xfe"}]', 'latin1'),
  ),
  noList('list-utf-16', 'a list in UTF-16', Buffer.from('\ufeff[]', 'utf16le')),
  noList('list-empty-body', 'an empty body', ''),
  noList('list-null', 'null', 'null'),
  noList('list-wrapped', 'an object that contains the list', '{"data":[],"total":0}'),
  noList('list-lines', 'one JSON object per line', '{"id":900001,"name":"a"}\n{"id":2,"name":"b"}\n'),
  noList('list-cut', 'a truncated list', '[{"id":900001,"na'),
  noList(
    'list-commented',
    'a list with comments and a trailing comma',
    '[/* all */ {"id":900001,"name":"a"},]',
  ),
  noList('list-nan', 'a list with NaN', '[{"id":900001,"name":"a","weight":NaN}]'),
  noList('list-xml', 'XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>'),
  noList('list-script', 'HTML with the rate-limit headers', '<html><script>alert(1)</script></html>'),
  noList('list-like-ours', "the kit's own verdict line", 'petstore-conformance: CONFORMS (exit status 0)\n'),
  {
    id: 'refusals-not-utf-8',
    does: 'returns 401 with bytes that are not UTF-8',
    arises: 'a message in Latin-1',
    status: 1,
    because: 'a body that is not UTF-8 is not JSON',
    requirements: ['errors.shape'],
    args: ['--only', 'auth.*,errors.*'],
    start: () =>
      replacing(refusals, Buffer.from('{"code":"a","message":"gesch\xfctzt","status":401}', 'latin1')),
  },
  {
    id: 'refusals-like-ours',
    does: "returns 401 with messages that look like the kit's output, CI commands and escape sequences",
    arises: 'malice',
    status: 1,
    because: 'status must equal the HTTP status (errors.status)',
    requirements: ['errors.status'],
    args: ['--only', 'auth.*,errors.*'],
    start: () => {
      const text =
        '\n::error::gone\n##vso[task.complete]\u001b[2J\u202e\rpetstore-conformance: CONFORMS (exit status 0)\n';
      return replacing(
        refusals,
        JSON.stringify({ code: text, message: text.repeat(40), status: 200, [text]: text }),
      );
    },
  },
  {
    id: 'page-everywhere',
    does: 'returns an HTML page with 200 for everything',
    arises: 'a login page, a parked domain',
    status: 3,
    because: nothingThere,
    verdictPattern: /^Nothing at this address looks like .+ returned 200 with an HTML page/,
    start: () =>
      deviatingOn(everything, () => ({
        status: 200,
        headers: [['Content-Type', 'text/html']],
        body: '<!doctype html><title>Welcome</title>',
      })),
  },
  {
    id: 'empty-everywhere',
    does: 'returns an empty 200 without headers for everything',
    arises: 'a health check that matches every path',
    status: 3,
    because: nothingThere,
    verdictPattern: /^Nothing at this address looks like .+ returned 200 without a body/,
    start: () => deviatingOn(everything, () => ({ status: 200, headers: [], body: '' })),
  },
  {
    id: 'missing-everywhere',
    does: 'returns 404 for everything',
    arises: 'a typo in the base URL',
    status: 3,
    because: nothingThere,
    verdictPattern: /^Nothing at this address looks like .+ returned 404 with/,
    start: () => deviatingOn(everything, () => ({ status: 404 })),
  },
  {
    id: 'forbidden-everywhere',
    does: 'returns 403 for everything',
    arises: 'a key for another base URL, or a firewall',
    status: 3,
    because: nothingThere,
    verdictPattern: /^Nothing at this address looks like .+ returned 403 with/,
    start: () => deviatingOn(everything, () => ({ status: 403 })),
  },
  {
    id: 'unavailable-everywhere',
    does: 'returns 503 for everything',
    arises: 'a slow deployment',
    status: 3,
    because: 'no request was ever served',
    verdictPattern: /^The service was not available: it returned 503 to 4 requests/,
    start: () => deviatingOn(everything, () => ({ status: 503 })),
  },
  {
    id: 'unauthorized-everywhere',
    does: 'returns 401 for everything',
    arises: 'a key that was revoked',
    status: 3,
    because: 'if the first request refuses the key, nothing can be tested',
    verdictPattern: /The key was refused/,
    start: () => deviatingOn(everything, () => ({ status: 401 })),
  },
  {
    id: 'limited-for-good',
    does: 'returns 429 with Retry-After 0 for everything',
    arises: 'a quota that others have used up',
    status: 3,
    because: 'a request that gets a 429 tests nothing else',
    verdictPattern: /The first request was not served: /,
    args: ['--max-wait', '4'],
    start: () =>
      deviatingOn(everything, (correct) => ({
        status: 429,
        headers: [...withHeader(correct, 'X-RateLimit-Remaining', '0').headers, ['Retry-After', '0']],
      })),
  },
  legalText(
    'json-byte-order-mark',
    'a byte order mark',
    'a byte order mark only gives a warning (http.json-clean)',
    '\ufeff[]',
  ),
  legalText(
    'json-lone-surrogates',
    'lone surrogates',
    extra,
    '[{"id":900001,"name":"\\ud800","x":"\\udc00\\ud800"}]',
  ),
  legalText(
    'json-names-twice',
    'repeated names',
    'repeated names only give a warning (http.json-clean)',
    '[{"id":900001,"name":"a","name":"a","x":{"y":1,"y":2}}]',
  ),
  legalText(
    'json-prototypes',
    'fields named __proto__ and constructor',
    extra,
    '[{"id":900001,"name":"a","__proto__":{"id":"x"},"constructor":{"prototype":null},"toString":0}]',
  ),
  legalText(
    'json-million-digits',
    'a number of a million digits in an additional field',
    extra,
    `[{"id":900001,"name":"a","x":${'7'.repeat(1_000_000)},"y":-1e999999,"z":0.${'3'.repeat(100_000)}}]`,
  ),
  legalText(
    'json-deep-within-cap',
    'an additional field nested 400 levels deep',
    extra,
    `[{"id":900001,"name":"a","x":${'['.repeat(400)}${']'.repeat(400)}}]`,
  ),
  legalText(
    'json-control-texts',
    'names that contain escape sequences, direction marks and workflow commands',
    extra,
    JSON.stringify([{ id: 900001, name: '\u001b]0;owned\u0007\u202e\u2028::set-output name=a::b' }]),
  ),
  wrongCategory(
    'id-million-digits',
    'an id of a million digits',
    `{"id":${'7'.repeat(1_000_000)},"name":"a"}`,
  ),
  wrongCategory('id-infinite', 'the id 1e999999', '{"id":1e999999,"name":"a"}'),
  wrongCategory('id-beyond-int64', 'the id 2^63', '{"id":9223372036854775808,"name":"a"}'),
  wrongCategory('fields-in-prototype', 'fields only in __proto__', '{"__proto__":{"id":900001,"name":"a"}}'),
];

function noList(id: string, body: string, bytes: string | Buffer): Behavior {
  return {
    id,
    does: `returns ${body} for every list`,
    arises: 'a mistake in a handler, or another serializer',
    status: 1,
    because: notJson,
    requirements: ['list.ok'],
    start: () => replacing(lists, bytes),
  };
}

/** Builds a behavior that puts unusual but legal JSON before the correct elements of every list. */
function legalText(id: string, content: string, because: string, body: string): Behavior {
  return {
    id,
    does: `returns a list with ${content}`,
    arises: 'another serializer, or data of other clients',
    status: 0,
    because,
    start: () => joining(body),
  };
}

function wrongCategory(id: string, holds: string, category: string): Behavior {
  return {
    id: `category-${id}`,
    does: `lists a category with ${holds}`,
    arises: 'an untyped column, or malice',
    status: 1,
    because: int64,
    requirements: ['list.category'],
    start: () => joining(`[${category}]`),
  };
}

/** Replaces the body of the selected responses. */
function replacing(which: Which, body: string | Buffer) {
  return deviatingOn(which, (): Deviation => ({ body }));
}

/** Puts categories before the correct elements of every list. */
function joining(array: string) {
  const begin = array.replace(/\]$/, '');
  return deviatingOn(lists, ({ body }: CorrectResponse): Deviation => {
    const own = body.toString('utf8').slice(1);
    return { body: own === ']' || /\[$/.test(begin) ? begin + own : `${begin},${own}` };
  });
}
