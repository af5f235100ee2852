import { bodyProblem, notTested, unmet } from '../src/checks/expectations.ts';
import { get } from '../src/checks/requests.ts';
import { conclusion, everyResponse, probe, suite } from '../src/checks/vocabulary.ts';
import { type Exchange, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { isNamedResponse, isStatedError, mayBeFromFront } from '../src/exchange/picks.ts';
import { jsonOf } from '../src/exchange/response.ts';
import { describeValue, type SchemaError, schemaErrors } from '../src/exchange/validate.ts';
import { isObject, type JsonObject, type JsonValue } from '../src/json/read.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { listCategories } from '../src/spec/operations.ts';
import { dependent } from '../src/spec/reasons.ts';
import { expectJsonType, marked, secondList } from './shared.ts';

const shapeInWords = 'an Error: strings `code` and `message`, integer `status`';

/** The maximum number of bytes of an error that are searched, because targets may send megabytes. */
const maxErrorLength = 256 * 1024;

/** The maximum number of values of `code` that a report shows. */
const maxCodesShown = 16;

/** Statuses whose bodies should have the Error shape by good practice. */
const unstatedErrors = [400, 403, 404, 405, 406, 409, 413, 415, 422];

export default suite('Errors', [
  everyResponse('errors.shape', 'an error body has the Error shape', isStatedError, (exchange) => {
    const value = jsonOf(exchange);
    if (value === undefined) expectError(bodyProblem(exchange), 'the error body is not JSON');
    const errors = schemaErrors('Error', value);
    if (errors.length === 0) return;
    const cause = errors
      .map(({ property, type }) => `${property || 'the body'} is ${type}`)
      .sort()
      .join(', ');
    const received = errors.map((error) => `${error.property || 'the body'}: ${error.received}`).join(', ');
    expectError(received, cause, errors[0]);
  }),

  everyResponse('errors.status', 'status repeats the HTTP status', isStatedError, (exchange) => {
    const { status } = errorOf(exchange);
    const real = statusOf(exchange);
    if (typeof status !== 'bigint' && typeof status !== 'number') notTested(dependent);
    if (String(status) !== String(real)) expectStatusInBody(real, status, 'status is not the HTTP status');
  }),

  everyResponse('errors.media-type', 'an error is application/json', isStatedError, expectJsonType),

  probe('errors.elsewhere', 'GET of an unknown path', { priority: 942 }, ({ name }) => ({
    ...get(listCategories),
    path: `/${name()}`,
    operation: 'elsewhere',
  })),

  probe(
    'errors.elsewhere',
    'POST /categories as text/plain',
    // Not sent with `gentle`, which has no category to spare for a server that ignores the media type.
    { priority: 906, posts: true, after: secondList, profiles: ['standard', 'thorough'] },
    (maker) => marked(maker, plainCategory, { contentType: 'text/plain' }),
  ),

  everyResponse('errors.elsewhere', 'other errors have the Error shape, too', isUnstatedError, (exchange) => {
    const value = jsonOf(exchange);
    const status = statusOf(exchange);
    if (value === undefined) expectError(bodyProblem(exchange), `a ${status} is not JSON`);
    const [error] = schemaErrors('Error', value);
    if (error !== undefined)
      expectError(`${error.property || 'the body'}: ${error.received}`, `a ${status} is not an Error`, error);
    const { status: inBody } = value as JsonObject;
    if (String(inBody) !== String(status))
      expectStatusInBody(status, inBody, `a ${status} has another status in its body`);
    expectJsonType(exchange);
  }),

  everyResponse('errors.texts', 'code and message are not blank', isStatedError, (exchange) => {
    const { code, message } = errorOf(exchange);
    if (typeof code !== 'string' || typeof message !== 'string') notTested(dependent);
    if (code.trim() === '')
      unmet('blank', describeValue(code), 'code is blank', { where: 'code', relation: 'must not be' });
    if (message.trim() === '')
      unmet('blank', describeValue(message), 'message is blank', {
        where: 'message',
        relation: 'must not be',
      });
  }),

  everyResponse(
    'errors.no-internals',
    'an error reveals no internals',
    isNamedError,
    (exchange, { holdsKey }) => {
      const { body } = exchange.outcome.response;
      const text = Buffer.from(body.subarray(0, maxErrorLength)).toString('utf8');
      if (holdsKey(text))
        unmet('without the key', 'with the key, or most of it', 'the key is echoed', { where: 'error' });
      const internal = internalsIn(text);
      if (internal !== undefined)
        unmet('without internals', `with ${internal.name}`, `${internal.name} is shown`, {
          where: 'error',
          near: internal.near,
        });
    },
  ),

  conclusion('errors.codes', 'the values of code', ({ errorCodes }) => {
    const { tested, codes } = errorCodes.met();
    // "401 api_key_missing on GET /categories, POST /categories (8 times)"
    const words = [...codes].slice(0, maxCodesShown).map(([text, { count, operations }]) => {
      const times = count > 1 ? ` (${count} times)` : '';
      return `${text} on ${[...operations].sort().join(', ')}${times}`;
    });
    return { tested, seen: words };
  }),
]);

/**
 * Ends with a finding about the shape of an error; the finding marks the field in `error`, unless the body itself is wrong.
 */
function expectError(received: string, cause: string, error?: SchemaError): never {
  const member = error === undefined || error.property === '' ? {} : { member: error.property };
  unmet(shapeInWords, received, cause, member);
}

function expectStatusInBody(real: number | undefined, inBody: JsonValue | undefined, cause: string): never {
  unmet(String(real), describeValue(inBody), cause, { where: 'body status' });
}

function isUnstatedError(exchange: Exchange): exchange is Responded {
  const status = statusOf(exchange) ?? 0;
  if (isStatedError(exchange) || mayBeFromFront(exchange) || exchange.overLimit) return false;
  return unstatedErrors.includes(status) || status >= 500;
}

function isNamedError(exchange: Exchange): exchange is Responded {
  const status = statusOf(exchange) ?? 0;
  return isNamedResponse(exchange) && status >= 400 && status !== 429;
}

/** Returns the body as an object; errors.shape judges other bodies. */
function errorOf(response: Responded): JsonObject {
  const value = jsonOf(response);
  return isObject(value) ? value : notTested(dependent);
}

/**
 * Traces of server internals. Patterns are narrow, because harmless messages may contain a path or a word of SQL, and
 * repetitions are bounded to limit the time.
 */
const internals: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a JavaScript stack trace', /(?:^|\\n|\n)\s{1,40}at [^\n][^\n:(]{0,199}[:(][^\n]{0,400}?:\d{1,9}:\d/],
  ['a Python stack trace', /Traceback \(most recent call last\)/],
  ['a Java stack trace', /(^|\\n|\\t|\s)at [a-z][\w$]*(\.[\w$<>]+){2,}\([\w$]+\.java:\d+\)/],
  ['a .NET stack trace', /\sat [A-Z][\w.`]{1,200}\([^)]{0,500}\) in [^\n]{1,300}?:line \d/],
  ['a Go stack trace', /goroutine \d+ \[running\]/],
  ['a PHP error', /(Fatal error|Uncaught \w*Exception).{0,200} on line \d+/s],
  ['a Ruby stack trace', /\w\.rb:\d+:in [`']/],
  [
    'a file path',
    /(?:^|[\s"'(=:])(?:\/(?:usr|home|var|opt|app|srv|root|etc|src)\/|[A-Z]:\\\\?)[\w@./\\-]+\.\w{1,5}\b/,
  ],
  [
    'SQL',
    /\b(SELECT\s.{1,200}\sFROM|INSERT\s+INTO\s.{1,100}\sVALUES|UPDATE\s.{1,100}\sSET|DELETE\s+FROM)\b/s,
  ],
  ['a database error', /\b(SQLSTATE|ORA-\d{5}|SQLITE_[A-Z]+|syntax error at or near)\b/],
];

/** The maximum number of characters that are searched. */
const maxSearchedLength = 20_000;

/** Names the internals in an error body, with their first characters; undefined if there are none. */
export function internalsIn(text: string): { readonly name: string; readonly near: string } | undefined {
  const searched = text.slice(0, maxSearchedLength);
  for (const [name, pattern] of internals) {
    const [found] = pattern.exec(searched) ?? [];
    if (found !== undefined) return { name, near: found.trim().slice(0, maxNearLength) };
  }
  return undefined;
}

const maxNearLength = 40;
