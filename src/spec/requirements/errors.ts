import { type Requirement, text } from '../requirement.ts';

/** The body of every 401 of the named operations and of every 400 of POST /categories. */
export const errors: readonly Requirement[] = [
  {
    id: 'errors.shape',
    level: 'required',
    title: 'an error body must be an object with code and message as strings and an integer status',
    source: 'Error',
    sentence: 'Error bodies use the Error shape (code, message, status).',
    asks: text`Every 401 of the four named operations and every 400 of POST /categories has this body.
      Further fields are allowed, in any order, and 400.0 or 4e2 are integers too. A body that is empty, cut
      off, or not UTF-8 is no such object.`,
    impact: text`The client's error handling fails on the error itself: it shows "undefined", or dies in its
      JSON parser.`,
    fix: text`Some part answers errors in its own way. Send every error through one function that builds
      the object, those of the framework included: authentication, body parser, validation.`,
    software: text`Express answers HTML, Fastify has statusCode in place of status and code only now and
      then, Spring and ASP.NET send problem details, and FastAPI sends detail.`,
  },
  {
    id: 'errors.status',
    level: 'required',
    traits: { dependsOn: ['errors.shape'], evidence: { member: 'status' } },
    title: 'the field status must repeat the HTTP status of the response',
    source: 'Error',
    sentence: 'status | integer | yes | The HTTP status code of the response',
    asks: text`Compared as numbers, on every error body that has an integer status. If it has none,
      errors.shape says so and this row is not exercised.`,
    impact: text`A client that decides by the body takes another way than one that decides by the status
      line, and logs contradict each other.`,
    fix: text`Write both from one variable. The two drift apart where a handler sets the body and
      middleware or a gateway changes the status afterwards, or where the error object keeps a default of
      500 or 400.`,
  },
  {
    id: 'errors.media-type',
    level: 'required',
    traits: { dependsOn: ['errors.shape'], evidence: { headers: ['content-type'] } },
    title: 'an error body must be sent as application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: text`Applies to the errors this section covers. Case and parameters such as charset are free;
      application/problem+json, text/json and text/html are other types, and so is none at all.`,
    impact: 'Clients that parse by type do not parse the error, and the user sees raw text or nothing.',
    fix: text`Set the type where the body is written. It is another one where the body is handed over as a
      text, where the framework sends problem details, and where a proxy puts its own error page in its
      place.`,
    software: text`Spring Boot, ASP.NET and Symfony send problem details, http.Error in Go sends text/plain,
      and res.send with a string in Express text/html.`,
  },
  {
    id: 'errors.elsewhere',
    level: 'advisory',
    title: 'other errors (403, 404, 405, 415, 5xx and their like) should have the same shape',
    source: 'Errors',
    sentence: 'Error bodies use the Error shape (code, message, status).',
    asks: text`Only 400 of POST /categories and 401 are promised the Error body; that other errors share it
      is good sense, not a demand. The kit provokes two, by asking for a path that does not exist and by
      posting a body declared as something else than JSON, and judges the rest where they occur. 429 is left
      out: its body is open.`,
    impact: text`Clients need a second error handler for what the framework or the proxy answers, and usually
      have none.`,
    fix: text`Register handlers for unknown routes, wrong methods and uncaught exceptions that use the same
      function as all other errors, and give the proxy error pages in JSON of that shape.`,
  },
  {
    id: 'errors.texts',
    level: 'advisory',
    traits: { dependsOn: ['errors.shape'] },
    title: 'code and message of an error should not be blank',
    source: 'Error',
    sentence: text`code | string | yes | Machine-readable error code … message | string | yes |
      Human-readable description`,
    asks: text`The specification says one is for machines and one for people. Strings that are empty or hold
      only white space satisfy the types but serve neither, which is worth a warning.`,
    impact: 'The client knows that something is wrong and nothing else.',
    fix: text`Give each kind of error a short fixed code and a sentence that says what to mend. Blank ones
      mostly come from exceptions without a message, or from a status text that HTTP/2 does not have.`,
  },
  {
    id: 'errors.no-internals',
    level: 'advisory',
    title: 'an error should give away nothing of the inside (stack, paths, SQL) and no key',
    source: 'CWE-209',
    asks: text`Sound practice, not a demand of the specification. Every error body of the run is searched
      for traces of the inside of the server and for the key that was sent.`,
    impact: text`Attackers learn versions, paths and table names; a key that is echoed lands in the logs of
      everyone along the way.`,
    fix: text`Log the details under an id and send the id only. Switch debug mode off, and never put the
      received Authorization header into a message.`,
    software: text`Debug mode is off with NODE_ENV=production in Express, DEBUG=False in Django, and
      include-stacktrace never in Spring.`,
  },
  {
    id: 'errors.codes',
    level: 'observed',
    traits: { evidence: { member: 'code' } },
    title: 'which values code takes, and whether one cause always gives the same',
    source: 'Errors',
    asks: text`The set of codes is not published, so any string will do. The kit lists those it saw and by
      what they were caused.`,
    impact: text`Clients cannot branch on a code that changes with the weather; a list of those in use is
      what they need.`,
    fix: text`Nothing has to change. Keep codes stable, few and documented, and put what varies into the
      message.`,
  },
];
