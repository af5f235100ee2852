import { type CommonCause, type Outcomes, type RequirementRow, text } from '../requirement.ts';

/** Advice where a missing or invalid key was refused, but not with 401. */
const keyRefusedOtherwise: Outcomes = {
  refused: {
    impact: text`The request was refused, but not with 401. Clients that ask for a key or renew it
      after a 401 never do so.`,
    fix: text`Return 401 for every missing, malformed or unknown key, not 400, 403, 404 or a redirect. Often
      the parser of the Authorization header, or a framework guard, sets the status before the key is
      looked up. Catch its error and return 401 there.`,
  },
  failed: {
    impact: text`The request was not served, but the server failed instead of refusing it. Clients retry
      requests that cannot succeed, and monitoring reports an outage.`,
    fix: text`Catch exceptions from parsing the Authorization header and from the key lookup, and return 401.
      Usual causes: splitting the header without checking its parts, and decoding a token before looking it up.`,
  },
};

const entryPoint: CommonCause = {
  of: ['Spring'],
  statuses: [403],
  text: 'Spring Security returns 403 unless an authenticationEntryPoint is set.',
};

/** The bearer key on every named operation. These requirements judge the status; errors.* judge the body of a 401. */
export const authentication: readonly RequirementRow[] = [
  {
    id: 'auth.key-missing',
    title: 'A missing key must return 401',
    source: 'Authentication 2, 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`The kit sends a request without a key to each of the four named operations, also on a connection that
      just carried the key. This requirement judges only the status. If the server also refuses
      the same request with the key, the kit only notes a status other than 401, because the specification does
      not say which error comes first.`,
    impact: 'Anyone who knows the URL has access without a key.',
    fix: text`Move the key check in front of every route, including the one that skips it. If there is
      a cache, its cache key must include Authorization.`,
    outcomes: keyRefusedOtherwise,
    software: [
      { of: ['FastAPI'], statuses: [403], text: "Older versions of FastAPI's HTTPBearer return 403." },
      {
        of: ['Django'],
        statuses: [403],
        text: 'Django REST framework returns 403 if the first authenticator has no authenticate_header.',
      },
      entryPoint,
      { text: 'Laravel redirects clients that do not ask for JSON.' },
    ],
    traits: { ofAnyOperation: 'own id' },
  },
  {
    id: 'auth.key-invalid',
    title: 'A bearer token that is not a valid key must return 401',
    source: 'Authentication 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`The kit sends a token that resembles the key to each of the four named operations: it has the same
      length, prefix and separators, but other letters and digits. It also sends a token with a byte that is not ASCII to one category operation, and a token with a non-ASCII letter in UTF-8 to the other one. Something in front of the service may refuse these two tokens, so any 4xx passes, and so does a failure that the same token also causes at an unknown path. If the server
      does not serve the same request with the real key, the kit only notes a refusal other than 401.`,
    impact: 'Any token is accepted, so clients need no key at all.',
    fix: 'Look the token up in the key store instead of checking only that there is one. Return 401 for unknown and revoked keys.',
    outcomes: keyRefusedOtherwise,
    software: [
      { text: 'JWT libraries throw on a token that is not a JWT. Uncaught, that becomes a 400 or 500.' },
      {
        of: ['Litestar', 'FastAPI', 'Flask', 'Django'],
        statuses: [5],
        credentials: ['unknown-key-not-ascii', 'unknown-key-utf-8'],
        text: "Python's hmac.compare_digest throws on a string that is not ASCII: compare bytes instead.",
      },
      entryPoint,
    ],
    traits: { ofAnyOperation: 'own id' },
  },
  {
    id: 'auth.key-exact',
    traits: { ofAnyOperation: 'own id', needs: ['near misses'] },
    title: 'A near miss of the key (cut, extended, empty, changed) must return 401',
    source: 'Authentication 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`Only the whole key is valid. Both category operations get an empty key, and
      the key cut at its end, extended, and with its case changed, each on a connection that just carried the key. The kit
      changes the case only if the key has a letter from g to z, because hexadecimal keys may ignore case. Each of the other forms goes to one category operation, which the seed selects from those that serve the real key: the key with more text after a space or a comma, the key cut at
      its start, the key with text before or after it, and the key with one character changed. --no-near-misses leaves all of them out.`,
    impact: text`A token that is not the key gets access. If only a part of the key is compared, guessing it becomes far
      cheaper. If only text after the key is ignored, a token that works on this server fails on another.`,
    fix: text`Compare the whole token in constant time. Look for a comparison of only its beginning or end, a
      column or index that ignores case or truncates values, a header that is split at spaces or commas, and
      an empty token that skips the check.`,
    outcomes: keyRefusedOtherwise,
    software: [
      {
        statuses: [2],
        credentials: ['key-other-case'],
        text: 'MySQL and SQL Server compare columns without regard to case by default.',
      },
      {
        statuses: [2],
        credentials: ['key-extended', 'key-padded', 'key-lengthened', 'key-preceded'],
        text: 'A comparison of only the beginning or the end, and LIKE in SQL, accept a longer key.',
      },
      {
        of: ['hapi', 'Go'],
        statuses: [2],
        credentials: ['key-and-text'],
        text: 'hapi and chi read only up to the next space.',
      },
      {
        of: ['Rails'],
        statuses: [2],
        credentials: ['key-and-comma'],
        text: "Rails' authenticate_with_http_token reads only up to the next comma.",
      },
      {
        of: ['axum'],
        statuses: [400],
        credentials: ['key-empty'],
        text: "axum's TypedHeader returns 400 for an empty token.",
      },
      entryPoint,
    ],
  },
  {
    id: 'auth.bearer-only',
    title: 'A key without a scheme, or under a scheme such as Basic, must return 401',
    source: 'Authentication 1, 3',
    sentence: 'The API key is sent as a bearer token in the Authorization header.',
    asks: text`The specification accepts the key only as a bearer token, so a key under another scheme is a
      missing key. The kit sends the bare key, the key under Basic, and the key as the user name of Basic to all
      four named operations. It sends the key under Token, and joined to Bearer by a dot, to GET /categories
      and to one more operation, which the seed selects for each form from those that serve the real key; the seed
      also decides which other forms, such as ApiKey, a run sends. The kit judges a refusal other than 401 only if
      the server serves the same request with Bearer.`,
    impact: text`Clients with a malformed header work here and fail against every other server of the same
      API. Credentials of another scheme are accepted as keys.`,
    fix: text`Split the header at the first space, require the scheme Bearer, and return 401 otherwise. Common
      mistakes: deleting the word Bearer wherever it occurs, which accepts a bare key, and reading only the
      last word.`,
    outcomes: keyRefusedOtherwise,
    software: [
      {
        statuses: [2],
        credentials: ['scheme-missing'],
        text: 'Code that removes the word Bearer if it is there, and does not require it, accepts a bare key.',
      },
      {
        of: ['Rails'],
        statuses: [2],
        credentials: ['scheme-token', 'scheme-token-named'],
        text: "Rails' authenticate_with_http_token also accepts the scheme Token.",
      },
      {
        of: ['Go'],
        statuses: [2],
        credentials: ['scheme-joined-by-dot', 'scheme-joined-by-hyphen'],
        text: "Fiber's keyauth accepts any character after Bearer.",
      },
      {
        of: ['Hono'],
        statuses: [400],
        text: "Hono's bearerAuth returns 400 for a header that it cannot parse.",
      },
      {
        of: ['axum'],
        statuses: [400],
        text: "axum's TypedHeader returns 400 for a header that it cannot parse.",
      },
      entryPoint,
    ],
    traits: { ofAnyOperation: 'own id' },
  },
  {
    id: 'auth.key-accepted',
    traits: { fedBy: ['create.created', 'pets.exists', 'orders.exists'] },
    title: 'A valid key, sent as a bearer token, must never return 401',
    source: 'Authentication 1',
    sentence: 'The API key is sent as a bearer token in the Authorization header.',
    asks: text`The kit judges every response to a request with the valid key, whatever its path or body;
      auth.scheme-case judges other spellings of Bearer. If the server accepts the key until a 429 and
      refuses it afterwards, the key may be banned, which the specification allows. The kit notes that and
      ends the run.`,
    impact: text`Clients with a valid key cannot use the operation. A client that believes the 401 discards
      the key or asks for another one.`,
    fix: text`Compare the operations that fail. If only one operation fails, check the guard of its route for a
      separate list of keys, a copied check, or a missing permission, for which 403 is correct. If all operations
      fail, check that the key belongs to this environment and that the proxy forwards Authorization. If the failure
      is intermittent, look for replicas with different key caches, and return 5xx if the key store fails.`,
    software: [
      {
        of: ['Apache', 'PHP'],
        text: 'Apache with CGI or PHP drops the Authorization header by default.',
      },
    ],
  },
  {
    id: 'auth.other-places',
    level: 'not-testable',
    title: 'The key must be read from the Authorization header only',
    source: 'Authentication 1',
    asks: text`The specification names only this header. It does not say that a server must refuse the key
      elsewhere, such as in the query or in X-API-Key.`,
    impact: text`Not tested, because a key in a URL ends up in access logs and browser histories. The kit
      sends the key only in the Authorization header.`,
    fix: 'Read the key only from the Authorization header, and check that a key in the query is ignored.',
  },
  {
    id: 'auth.challenge',
    level: 'advisory',
    traits: {
      ofAnyOperation: 'own id',
      dependsOn: ['auth.key-missing'],
      fedBy: ['auth.key-missing'],
      evidence: { headers: ['www-authenticate'] },
    },
    title: 'A 401 should carry a WWW-Authenticate header',
    source: 'RFC 9110 11.6.1',
    asks: text`HTTP requires each 401 to name at least one authentication scheme. The specification does not
      mention the header, so its absence is a warning.`,
    impact: 'Generic clients, browsers and command-line tools do not know which credentials to send.',
    fix: text`Send WWW-Authenticate: Bearer with each 401, optionally with a realm. Copy the header if an
      error handler rebuilds the response, and check gateways, because some rename it.`,
    software: [
      {
        of: ['Amazon API Gateway'],
        text: 'Amazon API Gateway renames the header to x-amzn-remapped-www-authenticate.',
      },
    ],
  },
  {
    id: 'auth.scheme-case',
    level: 'advisory',
    traits: { dependsOn: ['list.ok', 'auth.key-accepted'] },
    title: 'The scheme name should be case-insensitive (bearer, BEARER)',
    source: 'RFC 9110 11.1',
    asks: text`HTTP defines the names of authentication schemes as case-insensitive. The specification only
      writes Bearer, so a server that requires that spelling gets a warning.`,
    impact: 'HTTP libraries that send the scheme in lowercase are refused even with a valid key.',
    fix: text`Compare the scheme in lowercase, and leave the key unchanged. The usual cause is
      authentication code that looks for exactly this spelling at the beginning of the header.`,
  },
  {
    id: 'auth.key-issuing',
    level: 'not-testable',
    title: 'How API keys are issued and rotated',
    source: 'Authentication 4',
    asks: 'The specification leaves both open.',
    impact: 'Not tested, because no operation issues or rotates keys. A run uses the key it is given.',
    fix: text`Get a key from the operator of the server. A key used only by the kit is best, because then no
      other client spends its quota during a run.`,
  },
];
