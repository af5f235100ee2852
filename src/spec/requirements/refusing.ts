import { type Outcomes, type Requirement, text } from '../requirement.ts';

const invalidBody = {
  source: 'Errors 400',
  sentence: '400: Error body; the request body is missing required fields or contains invalid values.',
};
const requiredBody = {
  source: 'POST /categories',
  sentence: 'Request body (required): NewCategory, application/json.',
};

/** Advice where an invalid body was not accepted, but did not get 400 either. */
const bodyRefusedOtherwise: Outcomes = {
  refused: {
    impact: text`The body was refused, but not with 400: a client that handles 400 as documented does not
      learn that its input is wrong.`,
    fix: text`Return 400 for every invalid body. Many frameworks choose another status for errors of
      parsing and validation (422 above all, also 415): set it in the error handler.`,
  },
  failed: {
    impact: text`The server fails where the client made the mistake: the client retries what can never
      succeed, and monitoring reports an outage.`,
    fix: text`Check types before a value is used, and turn the errors of parser and validation into 400.
      Usual causes: a string method or a database driver called with another type, a field read from null,
      and a parser whose exception nothing catches.`,
  },
};

/** POST /categories with what is not a NewCategory. These requirements judge the status; errors.* judge the body. */
export const refusing: readonly Requirement[] = [
  {
    id: 'invalid.name-missing',
    level: 'required',
    title: 'an object without name must be answered 400',
    ...invalidBody,
    asks: text`Covers the empty object, one with a description only, one with the key Name alone, and a
      category wrapped in another object under category or data. Field names are exact, so none of these
      holds a name. Only the status is judged here.`,
    impact:
      'Categories without a name get into the shop, and lists that promise a name to every client break.',
    fix: text`Declare name as required in the schema that checks the body, match the names of fields
      exactly, and return 400. Look for a default that stands in for the name, and for a wrapper that is
      opened.`,
    outcomes: bodyRefusedOtherwise,
    software: text`FastAPI, Laravel and Rails scaffolds send 422 unless told otherwise; encoding/json in Go
      and the web defaults of System.Text.Json match names in any case; Rails takes wrapped parameters.`,
  },
  {
    id: 'invalid.name-type',
    level: 'required',
    title: 'a name that is no string must be answered 400',
    ...invalidBody,
    asks: text`Every other JSON type is tried: null, whole numbers small and beyond 2^53, fractions, true,
      false, arrays and objects, empty or filled, and arrays some fifty levels deep. A name given as null
      counts as an invalid value. Only the status is judged here.`,
    impact: text`A non-string value is stored as the name (0, null, [object Object]) and stays, because
      nothing can be deleted.`,
    fix: text`Check the type before use, and switch silent conversion off: a validator that coerces, or a
      conversion by hand, makes text of numbers and booleans.`,
    outcomes: bodyRefusedOtherwise,
    software: text`coerceTypes in ajv (Fastify sets it by default), ALLOW_COERCION_OF_SCALARS in Jackson,
      Pydantic v1 and its lax fields convert silently, and so does String(value).`,
  },
  {
    id: 'invalid.description-type',
    level: 'required',
    title: 'a description that is neither string nor null must be answered 400',
    ...invalidBody,
    asks: text`Numbers, zero included, booleans, arrays and objects are invalid values even though the field
      is optional. null is left out: it may stand for no description and has rows of its own.`,
    impact: text`A client that sends the wrong type by mistake is not told: it is stored as it is, or
      silently turned into text that nobody wrote ("0", "false").`,
    fix: text`Validate optional fields too, whenever they are present. Tests like if (body.description)
      skip 0 and false, and a validator that coerces turns them into text.`,
    outcomes: bodyRefusedOtherwise,
    software: 'The validation of Fastify and the scalars of Jackson coerce by default.',
  },
  {
    id: 'invalid.body-type',
    level: 'required',
    title: 'a JSON body that is no object must be answered 400',
    source: 'Errors 400',
    sentence: 'Request body (required): NewCategory, application/json.',
    asks: text`Scalars of each kind, null, an array of nothing, and an array around one valid category are
      all valid JSON and none is a NewCategory.`,
    impact: "One client's slip (an array too many) becomes a category nobody meant.",
    fix: text`Test for an object before reading fields: null and arrays may pass for objects. Do not unwrap
      an array of one.`,
    outcomes: bodyRefusedOtherwise,
    software: text`In JavaScript null and arrays are of type object; Jackson unwraps arrays of one if
      UNWRAP_SINGLE_VALUE_ARRAYS is on, and Rails files a list under _json.`,
  },
  {
    id: 'invalid.body-malformed',
    level: 'required',
    title: 'a body that is not JSON must be answered 400',
    ...requiredBody,
    asks: text`Sent as application/json: an object cut off before its last byte or inside a string, a form,
      and other text no parser can take. Where a lenient parser may accept what was sent (a trailing comma,
      comments and such), 400 and 201 belong to invalid.body-lenient, anything else to this row. A
      connection cut instead of an answer is a finding when it happens twice.`,
    impact: 'A cut transmission is stored as if it were whole.',
    fix: text`Turn the parser's exception into 400 with the Error body, in an error handler registered
      after the parser, and do not take what could not be read for an empty body.`,
    outcomes: bodyRefusedOtherwise,
    software: text`A raw JSON.parse and Go handlers that ignore the error end as 500, FastAPI sends 422, and
      PHP's json_decode gives null without a word.`,
  },
  {
    id: 'invalid.body-lenient',
    level: 'advisory',
    traits: { mayBeAccepted: true },
    title: 'almost-JSON (trailing comma or bytes, comments, single quotes) should be answered 400',
    source: 'RFC 8259 9',
    asks: text`Anything but white space behind the value, a comma before the closing bracket, strings in
      single quotes, comments, and keys without quotes are outside the grammar. The JSON standard lets a
      parser accept extensions, so a 201 is a warning and no violation; other answers are judged by
      invalid.body-malformed.`,
    impact: text`Clients with a faulty serialiser go unnoticed here and fail against the next release or
      another parser.`,
    fix: text`Use a strict parser, and check that nothing follows the value: many stop at the end of the
      first value, and some read more than JSON by default.`,
    software: text`Decoder in Go and Jackson stop after the first value (ask for io.EOF, set
      FAIL_ON_TRAILING_TOKENS); Gson, Newtonsoft.Json and JSON5 readers are lenient by default.`,
  },
  {
    id: 'invalid.either',
    level: 'required',
    traits: { silent: true },
    title: 'a null description or a blank name must be answered 201 or 400, nothing else',
    ...invalidBody,
    asked: 'thorough',
    asks: text`Whether description may be null, and whether a name may be empty or blank, is not stated.
      Either answer is right: accept or refuse. A server error, a 422 or a redirect is neither; sent with
      --profile thorough only.`,
    impact: 'The client cannot tell whether its input was wrong or the service broke.',
    fix: text`Decide what each of the three means and write it into the validation. A 500 comes from a NOT
      NULL or CHECK constraint in the database that the validation does not repeat; a 422 from the
      framework's default.`,
  },
  {
    id: 'invalid.body-bytes',
    level: 'required',
    traits: { mayBeAccepted: true },
    title: 'bytes that are not UTF-8 must never lead to a 5xx or a cut connection',
    ...requiredBody,
    asks: text`JSON between systems is UTF-8, but what to answer to other bytes is not stated: any 2xx or
      4xx will do, so replacing bad bytes is fine. Only --profile thorough puts them into a field that is
      stored. A server error or a closed connection, twice in a row, is not.`,
    impact: text`One client with a wrong encoding raises alarms, and perhaps takes a worker process down with
      each request.`,
    fix: text`Decode the body strictly and answer 400 when that fails, or let the decoder replace bad
      bytes. The usual cause is an exception of the decoder or of the database that nothing catches.`,
    software: text`UnicodeDecodeError in Python, invalid byte sequence in Ruby and PostgreSQL, and a panic
      on from_utf8().unwrap() in Rust.`,
  },
  {
    id: 'invalid.body-empty',
    level: 'required',
    title: 'a POST without a body must be answered 400',
    ...requiredBody,
    asks: text`The body is required. The request keeps its Content-Type of application/json and has a length
      of zero.`,
    impact: 'A client that forgot the body creates a category without a name.',
    fix: text`Treat a missing body like an object without name. Parsers hand over nothing, an empty object
      or an exception in its place, and each has to end as 400; so it has where a gateway would answer 411
      or 415 before any of your code runs.`,
    outcomes: bodyRefusedOtherwise,
    software: text`Express 4 hands over {} and Express 5 undefined (reading a field of it throws); Spring
      raises HttpMessageNotReadableException, which a catch-all handler turns into 500.`,
  },
  {
    id: 'invalid.nothing-stored',
    level: 'required',
    traits: {
      needs: ['known store'],
      fedBy: [
        'invalid.name-missing',
        'invalid.name-type',
        'invalid.body-malformed',
        'auth.key-missing',
        'list.ok',
      ],
      evidence: 'other responses',
    },
    title: 'what was refused with 400 or 401 must never turn up in the list',
    source: 'POST /categories',
    sentence: '400: Error body; the request body is missing required fields or contains invalid values.',
    asks: text`A refusal means that nothing was created. Refused bodies carry a mark of their own wherever
      their fault leaves room for one, and the last list is searched for those marks.`,
    impact: text`Users correct the input and send again, and the shop fills with the wrong version beside the
      right one. After a 401 it is an open door.`,
    fix: text`Authenticate, then validate, then write, in that order and inside one transaction. Look for a
      save before the validation, a database without rollback on error, and a queue that is fed before the
      answer is known.`,
  },
  {
    id: 'invalid.null-description',
    level: 'observed',
    traits: { fedBy: ['invalid.either'] },
    title: 'whether a description of null is accepted or refused',
    source: 'NewCategory',
    asked: 'thorough',
    asks: text`Not stated: null may be an invalid value or a way to say there is none. The kit notes which
      it was; that it is one of the two is invalid.either.`,
    impact:
      'Clients whose serialiser writes null for empty fields work with one server and not with the next.',
    fix: text`Nothing has to change. Clients are safe when they leave the field out; servers, when they
      accept null and store no description.`,
  },
  {
    id: 'invalid.unstated',
    level: 'observed',
    traits: { silent: true },
    title: 'what is answered where the specification sets no limit',
    source: 'Limits',
    asked: 'thorough',
    asks: text`How long a text or body may be, what fields nobody knows mean, names that are blank or taken,
      keys given twice, other content types, a leading byte order mark: none of this is settled. The kit
      notes the answers, and whatever such a probe stores is kept out of every other judgement.`,
    impact: text`These are the places where two right implementations differ, and where clients get surprised
      when they move.`,
    fix: text`Nothing has to change. It is wise to set limits on lengths and body size, to answer beyond
      them with a 4xx in the Error shape, and to publish them.`,
  },
];
