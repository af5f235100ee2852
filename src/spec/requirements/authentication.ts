import { type Outcomes, type Requirement, text } from '../requirement.ts';

/** Advice where a missing or invalid key got nothing, but not 401 either. */
const keyRefusedOtherwise: Outcomes = {
  refused: {
    impact: text`Nothing got in: the request was refused, but not with 401. A client that waits for 401 to
      ask for a key, or to renew it, never does.`,
    fix: text`Return 401 for every missing, malformed or unknown key, not 400, 403, 404 or a redirect.
      Often a parser of the Authorization header, or the guard of the framework, chooses the status before
      the key is looked up: catch its error and return 401 there.`,
  },
  failed: {
    impact: text`Nothing got in, but the server failed instead of refusing: clients retry what cannot
      succeed, and monitoring reports an outage.`,
    fix: text`Catch what reading the Authorization header or looking up the key throws, and return 401.
      Usual causes: a header that is split without checking its parts, and a token that is decoded before it
      is known.`,
  },
};

/** The bearer key on every named operation. These requirements judge the status; errors.* judge the body of a 401. */
export const authentication: readonly Requirement[] = [
  {
    id: 'auth.key-missing',
    level: 'required',
    title: 'a request without an API key must be answered 401',
    source: 'Authentication 2, 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`Holds for the two category operations, the pet by its id and the list of orders, also on a
      connection that carried the key a moment ago and right after an answer given to it. Only the status is
      judged here. Where the same request with the key is not served either, any refusal other than 401 is
      merely noted: which fault is reported first is not stated.`,
    impact: 'Anyone who knows the address gets in without a key.',
    fix: text`One path is answered before the key is looked at. Put the key check before every route, and
      let no cache answer requests that differ only in Authorization.`,
    outcomes: keyRefusedOtherwise,
    software: text`FastAPI's HTTPBearer long answered 403, Django REST framework does so when the first
      authenticator has no authenticate_header, Spring Security when no entry point is set, and Laravel
      redirects whoever did not ask for JSON.`,
  },
  {
    id: 'auth.key-invalid',
    level: 'required',
    title: 'a bearer token that is not a valid key must be answered 401',
    source: 'Authentication 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`The same four operations, asked with a bearer token that has the length, prefix and
      separators of the key and other letters and digits. Only the status is judged here. Where the request
      with the real key is not served, a refusal other than 401 is merely noted.`,
    impact: 'Any token gets in: nobody needs a key of their own.',
    fix: 'Look the token up rather than check that there is one, and return 401 for unknown and revoked keys.',
    outcomes: keyRefusedOtherwise,
    software:
      'JWT libraries throw on a token that is no JWT, which ends as 400 or 500 where nothing catches it.',
  },
  {
    id: 'auth.key-exact',
    level: 'required',
    traits: { needs: ['near misses'] },
    title: 'a near miss of the key (shortened, extended, empty, other case) must be answered 401',
    source: 'Authentication 3',
    sentence: 'When the key is missing or invalid, the response is 401 with an Error body.',
    asks: text`A key is valid as a whole or not at all, so one that lacks its end, has more behind it, is
      empty, or differs in the case of its letters is an invalid key. Other case is tried only if a letter
      after f occurs in the key, since a hexadecimal number may be read without regard to case. Each near
      miss goes to both category operations, and one of them to each of the other two; --no-near-misses
      leaves them out. Each is sent right behind a request with the key, on a connection that carries
      nothing else.`,
    impact: text`Parts of a key, or guesses that come close, are enough to get in: searching for a valid key
      becomes far cheaper than it should be.`,
    fix: text`Compare the whole token, in constant time, after checking the length. Look for a comparison
      of the beginning alone, a column or index that ignores case or cuts long values, and an empty token
      that passes as no check at all.`,
    outcomes: keyRefusedOtherwise,
    software: text`Columns compare without regard to case by default in MySQL and SQL Server; startsWith,
      and LIKE in SQL, take a longer key for the right one; TypedHeader of axum returns 400 for an empty
      token.`,
  },
  {
    id: 'auth.bearer-only',
    level: 'required',
    title: 'a key that is sent bare, or under a scheme such as Basic, must be answered 401',
    source: 'Authentication 1, 3',
    sentence: 'The API key is sent as a bearer token in the Authorization header.',
    asks: text`The key counts only as a bearer token. Sent bare in the Authorization header, or behind
      another scheme such as Basic, it is a missing key. The valid twin with Bearer must be served for a
      refusal other than 401 to be judged.`,
    impact: text`Clients with a broken header work here and fail against any other server of the same
      interface; credentials meant for another scheme are taken for keys.`,
    fix: text`Split the header at its first blank, require the scheme to be Bearer, and answer 401
      otherwise. Usual slips: removing the word Bearer where it occurs, which passes a bare key, and taking
      the last word whatever stands before it.`,
    outcomes: keyRefusedOtherwise,
    software: text`replace("Bearer ", "") passes a bare key in any language; bearerAuth of hono and
      TypedHeader of axum return 400 for a header that they cannot parse.`,
  },
  {
    id: 'auth.key-accepted',
    level: 'required',
    traits: { fedBy: ['create.created', 'pets.exists', 'orders.exists'] },
    title: 'the valid key, sent as Bearer and the key, must never be answered 401',
    source: 'Authentication 1',
    sentence: 'The API key is sent as a bearer token in the Authorization header.',
    asks: text`Every answer to a request with the right key in the plain spelling counts, whatever its path
      or body. The probe with the scheme in other case belongs to auth.scheme-case. If the key worked until
      a 429 came and is refused from then on, that may be a ban, which the specification allows: it is noted
      and the run ends.`,
    impact: text`Whoever has a key is locked out of what was asked for, and a client that believes the 401
      throws a good key away or asks for another in vain.`,
    fix: text`If one operation alone fails: look at what guards its route, a list of keys of its own, a
      check copied from elsewhere, or a permission that the key lacks (which is a 403). If all fail: is the
      key of this environment, and does the proxy pass the Authorization header on? If only now and then:
      look for replicas whose key caches differ, and for a key store whose failure is answered 401 where it
      ought to be 5xx.`,
    software: 'Apache with CGI or PHP drops the Authorization header by default.',
  },
  {
    id: 'auth.other-places',
    level: 'not-testable',
    title: 'the key is taken from the Authorization header and from nowhere else',
    source: 'Authentication 1',
    asks: text`The header is the one place the specification names. That a server must refuse the key
      elsewhere, in the query or in a header such as X-API-Key, is not said in so many words.`,
    impact: text`Not tested, because a key in an address ends up in access logs and browser histories, and
      the kit sends the key nowhere but where it belongs.`,
    fix: 'Accept the key in the Authorization header alone, and see that a key in the query opens nothing.',
  },
  {
    id: 'auth.challenge',
    level: 'advisory',
    traits: { fedBy: ['auth.key-missing'], evidence: { headers: ['www-authenticate'] } },
    title: 'a 401 should carry a WWW-Authenticate header',
    source: 'RFC 9110 11.6.1',
    asks: text`HTTP asks every 401 to name at least one scheme by which the client may authenticate. The
      service's specification does not mention the header, so its absence is a warning.`,
    impact: 'Generic clients, browsers and command-line tools cannot tell which credentials are wanted.',
    fix: text`Send WWW-Authenticate: Bearer with each 401, optionally with a realm. Where an error handler
      builds the 401 anew, take the header along; some gateways rename it.`,
    software: 'Amazon API Gateway turns it into x-amzn-remapped-www-authenticate.',
  },
  {
    id: 'auth.scheme-case',
    level: 'advisory',
    traits: { dependsOn: ['list.ok', 'auth.key-accepted'] },
    title: 'the scheme name should be read without regard to case (bearer, BEARER)',
    source: 'RFC 9110 11.1',
    asks: text`HTTP defines the names of authentication schemes as case-insensitive. The specification
      writes Bearer and says no more, so a server that insists on that spelling gets a warning.`,
    impact: 'HTTP libraries that write the scheme in lower case are refused with a perfectly good key.',
    fix: text`Compare the scheme in lower case; leave the key itself untouched. Usually it is a
      startsWith("Bearer ") that has to go.`,
  },
  {
    id: 'auth.key-issuing',
    level: 'not-testable',
    title: 'where API keys come from and how they are replaced',
    source: 'Authentication 4',
    asks: 'The specification leaves both open.',
    impact: 'Not tested, because there is no operation to test: a run takes the key it is given.',
    fix: text`Obtain a key from the operator of the service, best one for the kit alone, so that nobody
      else spends its quota during a run.`,
  },
];
