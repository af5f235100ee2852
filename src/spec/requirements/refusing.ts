import { type CommonCause, type Outcomes, type RequirementRow, text } from '../requirement.ts';
import { errorDispatch } from './rate-limiting.ts';

const invalidBody = {
  source: 'Errors 400',
  sentence: '400: Error body; the request body is missing required fields or contains invalid values.',
};
const requiredBody = {
  source: 'POST /categories',
  sentence: 'Request body (required): NewCategory, application/json.',
};

/** Advice where an invalid body was refused, but not with 400. */
const bodyRefusedOtherwise: Outcomes = {
  refused: {
    impact: text`The body was refused, but not with 400. A client that handles 400 as documented does not
      learn that its input is wrong.`,
    fix: text`Return 400 for every invalid body. Many frameworks use another status for parsing and validation
      errors, mostly 422 or 415: set it in the error handler.`,
  },
  failed: {
    impact: text`The server fails, although the mistake is the client's. The client retries a request that cannot succeed,
      and monitoring reports an outage.`,
    fix: text`Check types before using a value, and return 400 for parser and validation errors. Usual causes:
      a string method or database driver called with the wrong type, a field read from null, and an uncaught
      parser exception.`,
  },
};

const otherStatus: readonly CommonCause[] = [
  {
    of: ['FastAPI'],
    statuses: [422],
    text: 'FastAPI returns 422 by default: add an exception handler for RequestValidationError.',
  },
  { of: ['PHP'], statuses: [422], text: "Laravel's validation returns 422 by default." },
  {
    of: ['Rails'],
    statuses: [422],
    text: 'Rails scaffolds return :unprocessable_entity by default: render :bad_request instead.',
  },
  errorDispatch,
];

/** Conversions of numbers and booleans to strings. */
const coercion: readonly CommonCause[] = [
  {
    of: ['Fastify'],
    statuses: [2],
    text: "Fastify's validation converts values by default: set coerceTypes of ajv to false.",
  },
  { of: ['FastAPI'], statuses: [2], text: 'Pydantic v1 converts values by default: use StrictStr.' },
  {
    of: ['Django'],
    statuses: [2],
    text: "Django REST framework's CharField converts numbers to strings: check the type in to_internal_value.",
  },
  {
    of: ['Spring'],
    statuses: [2],
    text: text`Jackson's readers convert numbers and booleans to strings. Set CoercionAction.Fail for Integer, Float and
      Boolean with coercionConfigFor(LogicalType.Textual) of a Jackson 2 mapper, or with
      withCoercionConfig(LogicalType.Textual, …) of a builder. ALLOW_COERCION_OF_SCALARS does not apply to strings.`,
  },
  {
    of: ['Rails'],
    statuses: [2],
    text: 'Active Record converts numbers and booleans to strings: check the type of the parameter first.',
  },
];

/** POST /categories with an invalid NewCategory. These requirements judge the status; errors.* judge the body. */
export const refusing: readonly RequirementRow[] = [
  {
    id: 'invalid.name-missing',
    title: 'An object without name must return 400',
    ...invalidBody,
    asks: text`The kit sends an empty object, an object with only a description, one with the field name in another
      case, and a category inside a member named category or data. Field names are case-sensitive, so none of these
      has a name. This requirement judges only the status.`,
    impact: text`The category has no name, or a name that the client did not send in this field, and clients that
      rely on the name fail.`,
    fix: text`Declare name as required in the schema that validates the body, match field names exactly, and
      return 400. Look for a default value for name, and for code that unwraps nested objects.`,
    outcomes: bodyRefusedOtherwise,
    software: [
      ...otherStatus,
      {
        of: ['Go'],
        statuses: [2],
        text: text`encoding/json in Go matches names in any case: decode into a map[string]json.RawMessage and look up the exact
          name. In Huma, set huma.ValidateStrictCasing = true.`,
      },
      {
        of: ['ASP.NET'],
        statuses: [2],
        text: 'The web defaults of System.Text.Json match names in any case.',
      },
      {
        of: ['Rails'],
        statuses: [2],
        text: 'Rails copies wrapped members: set wrap_parameters format: [].',
      },
    ],
  },
  {
    id: 'invalid.name-type',
    title: 'A non-string name must return 400',
    ...invalidBody,
    asks: text`The kit tries every other JSON type: null, zero, other integers, integers beyond 2^53, fractions,
      true, false, and empty, filled or deeply nested arrays and objects. null is an invalid value, too,
      because name is required. This requirement judges only the status.`,
    impact: text`A non-string value, or text made from one ("0", "null"), is stored as the name and stays, because
      nothing can be deleted.`,
    fix: text`Check the type before using the name, and turn off implicit conversion. Look for a validator
      that coerces, and for code that converts numbers and booleans to strings.`,
    outcomes: bodyRefusedOtherwise,
    software: [...otherStatus, ...coercion, { text: 'Explicit conversion to a string accepts any value.' }],
  },
  {
    id: 'invalid.description-type',
    title: 'A description that is neither a string nor null must return 400',
    ...invalidBody,
    asks: text`Numbers including zero, booleans, arrays and objects are invalid values, although the field is
      optional. null may mean that there is no description, so invalid.either and invalid.null-description
      cover it.`,
    impact: text`A client that sends the wrong type gets no error: the value is stored as it is, or as a
      string that no user entered ("0", "false").`,
    fix: text`Validate optional fields, too, whenever they are present. Code that skips empty values often skips 0
      and false, too, and a validator that coerces turns them into strings.`,
    outcomes: bodyRefusedOtherwise,
    software: [
      ...otherStatus,
      ...coercion,
      {
        of: ['Rails'],
        statuses: [2],
        text: 'In Rails, permit(:description) drops arrays and objects: check the type before you call it.',
      },
    ],
  },
  {
    id: 'invalid.body-type',
    title: 'A JSON body that is not an object must return 400',
    source: 'Errors 400',
    sentence: 'Request body (required): NewCategory, application/json.',
    asks: text`Strings, numbers, booleans, null, an empty array, and an array with valid categories are valid JSON,
      but none of them is a NewCategory.`,
    impact: "A client's mistake, such as an extra array, becomes an unintended category.",
    fix: text`Check that the body is an object before reading fields: null and arrays may pass as objects. Do not unwrap an array with one element.`,
    outcomes: bodyRefusedOtherwise,
    software: [
      ...otherStatus,
      { text: 'In JavaScript, null and arrays are of type object.' },
      {
        of: ['Spring'],
        statuses: [2],
        text: 'Jackson unwraps arrays of one if UNWRAP_SINGLE_VALUE_ARRAYS is on.',
      },
      { of: ['Rails'], statuses: [2], text: 'Rails puts an array under _json.' },
    ],
  },
  {
    id: 'invalid.body-malformed',
    title: 'A body that is not valid JSON must return 400',
    ...requiredBody,
    asks: text`The kit sends truncated objects, a form, and other data that no parser accepts, all with the
      Content-Type application/json. A lenient parser may accept some bodies, such as one with a trailing
      comma or a comment. For these, invalid.body-lenient judges whether the server accepts them, and this
      requirement judges only a status other than 201 and 400. One body ends before its Content-Length is reached; for this body, the server may also return another 4xx, or close the connection without a response (RFC 9112, section 8), but it must not store anything.`,
    impact: 'A truncated request is stored as if it were complete.',
    fix: text`Convert the parser's exception to 400 with the Error body, in an error handler registered after
      the parser. Do not treat an unreadable body as an empty one.`,
    outcomes: bodyRefusedOtherwise,
    software: [
      ...otherStatus,
      { text: 'Without an error handler, an exception of the JSON parser becomes a 500.' },
      {
        of: ['Go'],
        statuses: [2],
        text: "A Go handler that ignores the decoder's error continues with empty fields.",
      },
      { of: ['PHP'], statuses: [2], text: "PHP's json_decode returns null without an error." },
    ],
  },
  {
    id: 'invalid.body-lenient',
    level: 'advisory',
    traits: { dependsOn: ['invalid.body-malformed'], mayBeAccepted: true },
    title: 'Almost-JSON (trailing comma or bytes, comments, NaN) should return 400',
    source: 'RFC 8259 9',
    asks: text`Trailing data other than whitespace, trailing commas, single-quoted strings, comments, unquoted
      keys and NaN are not JSON. The standard lets parsers accept extensions, so a 201 is only a warning.
      invalid.body-malformed judges any other response.`,
    impact: text`Clients with a faulty serializer work here, but fail with the next release or another parser.`,
    fix: text`Use a strict parser, and check that nothing follows the value. Many parsers stop after the first
      value, and some accept more than JSON by default.`,
    software: [
      {
        of: ['Go'],
        statuses: [2],
        text: "Go's json.Decoder stops after the first value: check for io.EOF.",
      },
      {
        of: ['Spring'],
        statuses: [2],
        text: 'Jackson 2 stops after the first value: set FAIL_ON_TRAILING_TOKENS.',
      },
      {
        of: ['FastAPI', 'Django', 'Flask'],
        statuses: [2],
        text: "Python's json.loads accepts NaN and Infinity: pass a parse_constant that raises an error.",
      },
      { text: 'Gson, Newtonsoft.Json and JSON5 readers are lenient by default.' },
    ],
  },
  {
    id: 'invalid.either',
    traits: { silent: true },
    title: 'A null description or a blank name must return 201 or 400',
    ...invalidBody,
    asks: text`The specification does not say whether description may be null, or whether name may be empty or
      blank, so the server may return 201 or 400. Any other response fails, such as a server error, a 422 or a redirect.
      Every standard run sends a null description, but only --profile thorough sends blank names.`,
    impact: 'Clients do not know whether the input was wrong or the server failed.',
    fix: text`Decide whether a null description, an empty name and a blank name are valid, and let the validation say so. A 500 comes from a NOT
      NULL or CHECK constraint that the validation does not repeat, and a 422 comes from a default of the framework.`,
  },
  {
    id: 'invalid.body-bytes',
    traits: { mayBeAccepted: true },
    title: 'Bytes that are not UTF-8 must never cause a 5xx or a cut connection',
    ...requiredBody,
    asks: text`JSON between systems is UTF-8, but the specification does not say how to handle other bytes. So the
      server may return any 2xx or 4xx, and may replace invalid bytes. A server error or a cut connection fails only if it repeats. Only --profile thorough puts such bytes into a field that is
      stored.`,
    impact: text`One client with a wrong encoding raises alarms, and may crash a worker process with each
      request.`,
    fix: text`Decode the body strictly and return 400 if that fails, or let the decoder replace invalid bytes.
      The usual cause is an uncaught exception of the decoder or the database.`,
    software: [
      {
        of: ['Litestar'],
        statuses: [5],
        text: 'Litestar does not catch UnicodeDecodeError: add an exception handler for it.',
      },
      { text: 'An uncaught UnicodeDecodeError in Python becomes a 500.' },
      { text: 'Ruby and PostgreSQL raise errors for an invalid byte sequence.' },
      { of: ['axum'], text: 'from_utf8().unwrap() panics in Rust.' },
    ],
  },
  {
    id: 'invalid.body-empty',
    title: 'A POST without a body must return 400',
    ...requiredBody,
    asks: text`The body is required, so a POST without one is invalid. The kit sends it with the Content-Type
      application/json in the two forms that clients use: with Content-Length: 0, and with neither Content-Length nor
      Transfer-Encoding, as curl -X POST does.`,
    impact: 'A client that omits the body by mistake creates a category without a name.',
    fix: text`Treat a missing body like an object without name. Depending on the parser, your code gets nothing, an empty object, or an exception. Return 400 in each case. Look for a gateway that returns 411 or 415 before your code runs.`,
    outcomes: bodyRefusedOtherwise,
    software: [
      ...otherStatus,
      {
        of: ['Express'],
        text: 'express.json() passes {}. Without a parser, Express 5 passes undefined, and reading a field of undefined throws.',
      },
      {
        of: ['Spring'],
        statuses: [5],
        text: 'Spring throws HttpMessageNotReadableException, which a catch-all handler turns into 500.',
      },
    ],
  },
  {
    id: 'invalid.nothing-stored',
    traits: {
      dependsOn: [
        'list.ok',
        'auth.key-missing',
        'invalid.name-missing',
        'invalid.name-type',
        'invalid.body-malformed',
      ],
      needs: ['known store'],
      fedBy: [
        'invalid.name-missing',
        'invalid.name-type',
        'invalid.body-malformed',
        'auth.key-missing',
        'list.ok',
      ],
      evidence: 'other responses',
      showsStored: true,
    },
    title: 'A POST that returned 400, 401 or 429 must store nothing',
    source: 'POST /categories',
    sentence: '400: Error body; the request body is missing required fields or contains invalid values.',
    asks: text`A refusal must mean that the server created nothing. The kit puts a unique mark into each invalid body
      whose fault leaves room for one, and into the POST beyond the limit, and searches the last list for these
      marks.`,
    impact: text`Users correct the input and send it again, so the shop has the wrong category next to the
      right one. If a POST that returned 401 is stored, anyone can write without a key.`,
    fix: text`Authenticate first, then validate, then write, in one transaction. Look for a save before the
      validation, a missing rollback, and a queue that is filled before the response is decided. After a 429, look for a limiter that runs after the
      handler.`,
  },
  {
    id: 'invalid.null-description',
    level: 'observed',
    traits: { fedBy: ['invalid.either'] },
    title: 'Whether a null description is accepted or refused',
    source: 'NewCategory',
    asks: text`The specification does not say whether null is an invalid value or means that there is no description.
      The kit notes the response, and invalid.either judges it.`,
    impact:
      'Clients whose serializer writes null for empty fields work with one server and not with the next.',
    fix: text`No change is needed. Clients can omit the field to be safe; servers can accept null and store no
      description.`,
  },
  {
    id: 'invalid.unstated',
    level: 'observed',
    traits: { silent: true },
    title: 'How the server responds where the specification sets no limit',
    source: 'Limits',
    asked: 'thorough',
    asks: text`The specification does not cover the length of strings and bodies, unknown fields, blank or
      existing names, repeated keys, other content types, or a byte order mark. The kit notes the responses.
      No other requirement judges what these requests store.`,
    impact: text`Two conforming servers may differ here, and clients notice it when they switch between them.`,
    fix: text`No change is needed. Consider limiting lengths and body size, returning a 4xx in the Error shape beyond these limits, and publishing them.`,
  },
];
