import { conclusion, everyResponse, probe, suite } from '../src/checks/built-in.ts';
import { bodyProblem, notExercised, unmet } from '../src/checks/expectations.ts';
import { get, post } from '../src/checks/requests.ts';
import { jsonOf } from '../src/exchange/answer.ts';
import { type Answer, type Exchange, statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { isNamedAnswer, isStatedError } from '../src/exchange/picks.ts';
import { describeValue, shapeErrors } from '../src/exchange/shapes.ts';
import { isObject, type JsonObject } from '../src/json/read.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import type { Readings } from '../src/readings/readings.ts';
import { listCategories } from '../src/spec/operations.ts';
import { expectJsonType } from './expect-json-type.ts';
import { internalsIn } from './internals.ts';
import { secondList } from './probes.ts';

const shapeInWords = 'a JSON object with the text `code`, the text `message` and the integer `status`';

/** What is looked through of an error, in bytes: a target may send megabytes each time. */
const mostOfError = 256 * 1024;

/** The bodies that tell nothing of the inside, nor of the key that they were held against: equal ones are often the same bytes. */
const harmless = new WeakMap<Uint8Array, Readings['holdsKey']>();

/** The statuses whose bodies the specification gives no shape, but sound practice does. */
const unstatedErrors = [400, 403, 404, 405, 406, 409, 413, 415, 422];

export default suite('Errors', [
  everyResponse('errors.shape', 'an error is an Error', isStatedError, (exchange) => {
    const value = jsonOf(exchange);
    if (value === undefined) unmet(shapeInWords, bodyProblem(exchange), 'the error body is no JSON');
    const errors = shapeErrors('Error', value);
    const [first] = errors;
    if (first === undefined) return;
    const cause = errors
      .map(({ property, type }) => `${property || 'the body'} is ${type}`)
      .sort()
      .join(', ');
    const received = errors.map((error) => `${error.property || 'the body'}: ${error.received}`).join(', ');
    unmet(shapeInWords, received, cause);
  }),

  everyResponse('errors.status', 'status repeats the HTTP status', isStatedError, (exchange) => {
    const { status } = errorOf(exchange);
    const real = statusOf(exchange);
    if (typeof status !== 'bigint' && typeof status !== 'number') notExercised(dependent);
    if (String(status) !== String(real))
      unmet(`status ${real} in the body`, describeValue(status), 'status is not the HTTP status');
  }),

  everyResponse('errors.media-type', 'an error is application/json', isStatedError, (exchange) => {
    if (jsonOf(exchange) === undefined) notExercised(dependent);
    expectJsonType(exchange);
  }),

  probe('errors.elsewhere', 'GET of a path that nobody has', { worth: 882 }, ({ name }) => ({
    ...get(listCategories),
    path: `/${name()}`,
    operation: 'elsewhere',
  })),

  probe(
    'errors.elsewhere',
    'POST /categories as text/plain',
    { worth: 806, after: secondList },
    ({ name }) => {
      const mark = name();
      return post(plainCategory(mark), { mark, contentType: 'text/plain' });
    },
  ),

  everyResponse('errors.elsewhere', 'other errors are Errors, too', isUnstatedError, (exchange) => {
    const value = jsonOf(exchange);
    const status = statusOf(exchange);
    if (value === undefined) unmet(shapeInWords, bodyProblem(exchange), `a ${status} is no JSON`);
    const [error] = shapeErrors('Error', value);
    if (error !== undefined)
      unmet(shapeInWords, `${error.property || 'the body'}: ${error.received}`, `a ${status} is no Error`);
    const { status: told } = value as JsonObject;
    if (String(told) !== String(status))
      unmet(`status ${status} in the body`, describeValue(told), `a ${status} tells another status`);
    expectJsonType(exchange);
  }),

  everyResponse('errors.texts', 'code and message say something', isStatedError, (exchange) => {
    const { code, message } = errorOf(exchange);
    if (typeof code !== 'string' || typeof message !== 'string') notExercised(dependent);
    if (code.trim() === '') unmet('a code that is not blank', describeValue(code), 'code is blank');
    if (message.trim() === '')
      unmet('a message that is not blank', describeValue(message), 'message is blank');
  }),

  everyResponse(
    'errors.no-internals',
    'an error tells nothing of the inside',
    isNamedError,
    (exchange, { holdsKey }) => {
      const { body } = exchange.outcome.response;
      if (harmless.get(body) === holdsKey) return;
      const text = Buffer.from(body.subarray(0, mostOfError)).toString('utf8');
      if (holdsKey(text)) unmet('an error without the key', 'the key, or most of it', 'the key is echoed');
      const internal = internalsIn(text);
      if (internal !== undefined) unmet('an error without internals', internal, `${internal} is shown`);
      harmless.set(body, holdsKey);
    },
  ),

  conclusion('errors.codes', 'the values of code', ({ errorCodes }) => {
    const { exercised, codes } = errorCodes.met();
    // "401 api_key_missing on GET /categories, POST /categories (8 times)"
    const words = [...codes].map(([text, { count, operations }]) => {
      const times = count > 1 ? ` (${count} times)` : '';
      return `${text} on ${[...operations].sort().join(', ')}${times}`;
    });
    return { exercised, seen: words.sort().join('; ') };
  }),
]);

function isUnstatedError(exchange: Exchange): exchange is Answer {
  const status = statusOf(exchange);
  if (status === undefined || isStatedError(exchange) || exchange.overLimit) return false;
  return unstatedErrors.includes(status) || status >= 500;
}

function isNamedError(exchange: Exchange): exchange is Answer {
  const status = statusOf(exchange) ?? 0;
  return isNamedAnswer(exchange) && status >= 400 && status !== 429;
}

/** The body as an object, or no judgement: what is no object is the business of errors.shape. */
function errorOf(answer: Answer): JsonObject {
  const value = jsonOf(answer);
  return isObject(value) ? value : notExercised(dependent);
}
