import { type RequirementRow, text } from '../requirement.ts';

/** The body of every 401 of the named operations and of every 400 of POST /categories. */
export const errors: readonly RequirementRow[] = [
  {
    id: 'errors.shape',
    title: 'An error body must be an object with string code and message and integer status',
    source: 'Error',
    sentence: 'Error bodies use the Error shape (code, message, status).',
    asks: text`Every 401 of the four named operations and every 400 of POST /categories must have such a body.
      Additional fields and any order are allowed, and 400.0 and 4e2 are integers, too. The server fails if
      the body is empty, truncated, or not UTF-8.`,
    impact: text`The client's error handling fails on the error itself: it shows an empty message, or crashes
      in its JSON parser.`,
    fix: text`Send every error through one function that builds the object, including those of the framework:
      authentication, body parser, validation.`,
    software: [
      {
        of: ['Express'],
        text: 'Express sends HTML: register an error handler, which has four parameters, after all routes.',
      },
      {
        of: ['Spring'],
        text: text`Spring Boot sends timestamp, status, error and path. Extend DefaultErrorAttributes as a bean to
          replace them, also for sendError.`,
      },
      { of: ['ASP.NET'], text: 'ASP.NET sends problem details.' },
      {
        of: ['FastAPI'],
        text: 'FastAPI sends detail: handle HTTPException of Starlette and RequestValidationError.',
      },
      { of: ['Flask'], text: 'Flask sends HTML: register an errorhandler for HTTPException.' },
      { of: ['Django'], text: 'Django REST framework sends detail: set EXCEPTION_HANDLER.' },
      {
        of: ['Fastify'],
        text: 'Fastify sends statusCode instead of status and often no code: use setErrorHandler.',
      },
      {
        of: ['hapi'],
        text: 'hapi sends statusCode instead of status and often no code: rewrite response.output in onPreResponse.',
      },
      {
        of: ['Litestar'],
        text: text`Litestar sends status_code and detail: set exception_handlers for HTTPException, and pass its
          headers on.`,
      },
      {
        of: ['Rails'],
        text: text`Rails' rescue_from misses errors that occur before the action, such as invalid bytes: set
          config.exceptions_app, too.`,
      },
    ],
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed', 'invalid.body-empty'],
    },
  },
  {
    id: 'errors.status',
    traits: { ofAnyOperation: 'own id', dependsOn: ['errors.shape'], evidence: { member: 'status' } },
    title: 'The status field must equal the HTTP status of the response',
    source: 'Error',
    sentence: 'status | integer | yes | The HTTP status code of the response',
    asks: text`The kit compares both as numbers in every error body whose status is an integer. If status is not
      an integer, errors.shape fails and this requirement is not tested.`,
    impact: text`A client that relies on the body takes a different path from one that relies on the status line, and logs contradict each other.`,
    fix: text`Set both from one variable. They differ if middleware or a gateway changes the status after the
      handler wrote the body, or if the error object keeps a default of 500 or 400.`,
  },
  {
    id: 'errors.media-type',
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['errors.shape'],
      evidence: { headers: ['content-type'] },
    },
    title: 'An error body must have the Content-Type application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: text`The kit judges the same errors as errors.shape. Case and parameters such as charset do not matter.
      The server fails if the type is missing, or if it is another one, such as application/problem+json,
      text/json or text/html.`,
    impact: 'Clients that parse by Content-Type do not parse the error. Users see raw text or nothing.',
    fix: text`Set Content-Type where the body is written. Look for bodies sent as strings, a framework that
      sends problem details, and a proxy that inserts its own error page.`,
    software: [
      {
        of: ['Spring'],
        holds: 'application/problem+json',
        text: "Spring's ResponseEntityExceptionHandler sends problem details: override handleExceptionInternal.",
      },
      {
        of: ['ASP.NET', 'PHP'],
        holds: 'application/problem+json',
        text: 'ASP.NET and Symfony send problem details.',
      },
      {
        of: ['Go'],
        holds: 'text/plain',
        text: text`http.Error in Go sends text/plain, and a header that is set after WriteHeader is not sent, so Go guesses text/plain: set
          Content-Type first.`,
      },
      { of: ['Express'], holds: 'text/html', text: 'res.send with a string sends text/html in Express.' },
    ],
  },
  {
    id: 'errors.elsewhere',
    level: 'advisory',
    title: 'Other errors (403, 404, 405, 415, 5xx and similar) should have the Error shape',
    source: 'Errors',
    sentence: 'Error bodies use the Error shape (code, message, status).',
    asks: text`The specification promises the Error body only for 401 and for 400 of POST /categories, so other
      errors only cause warnings. The kit provokes two of them, with an unknown path and with a body
      declared as text/plain, and judges the others where they occur. It does not judge the body of a 429,
      because that is not specified.`,
    impact: text`Clients need a second error handler for errors from the framework or the proxy, and usually
      have none.`,
    fix: text`Register handlers for unknown routes, wrong methods and uncaught exceptions that use the same
      function as all other errors. Configure the proxy's error pages as JSON of the same shape.`,
  },
  {
    id: 'errors.texts',
    level: 'advisory',
    traits: { ofAnyOperation: 'own id', dependsOn: ['errors.shape'] },
    title: 'code and message of an error should not be blank',
    source: 'Error',
    sentence: text`code | string | yes | Machine-readable error code … message | string | yes | Human-readable
      description`,
    asks: text`The specification requires a code for machines and a message for people. Empty or blank strings have the right type, but help no one, so the kit warns about them.`,
    impact: 'The client knows that something failed, but not what.',
    fix: text`Give each kind of error a short fixed code, and a message that says how to fix the request.
      Blank strings often come from exceptions without a message, or from the reason phrase, which HTTP/2 does
      not have.`,
  },
  {
    id: 'errors.no-internals',
    level: 'advisory',
    title: 'An error should not reveal internals (stack traces, paths, SQL) or the key',
    source: 'CWE-209',
    asks: text`This is good practice, not part of the specification. The kit searches every error body of the
      run for internals of the server and for the key that was sent.`,
    impact: text`Attackers learn versions, paths and table names. A key that is echoed ends up in logs along
      the way.`,
    fix: text`Log the details under an id and return only the id. Turn debug mode off, and never put the
      received Authorization header into a message.`,
    software: [
      { of: ['Express'], text: 'Debug mode is on in Express unless NODE_ENV is production.' },
      { of: ['Django'], text: 'Debug mode is on in Django if DEBUG is True.' },
      { of: ['Spring'], text: 'Spring Boot sends stack traces if include-stacktrace is not never.' },
    ],
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed', 'invalid.body-empty'],
    },
  },
  {
    id: 'errors.codes',
    level: 'observed',
    traits: { dependsOn: ['errors.shape'], evidence: { member: 'code' } },
    title: 'Which codes errors have, and whether one cause always has the same code',
    source: 'Errors',
    asks: text`The specification does not list codes, so any string is allowed. The kit lists the codes it
      received and their causes.`,
    impact: 'Clients cannot rely on a code that varies. A published list of the codes would help them.',
    fix: text`No change is needed. Keep codes stable, few and documented, and put variable details into the
      message.`,
  },
];
