/** One finding of the kit in first.ts, and what was made of it in mended.ts. */
export interface Fixing {
  readonly requirement: string;
  /** What the report said, in short. */
  readonly said: string;
  readonly changed: string;
  /** What the report left open. */
  readonly missing?: string;
}

/** In the order of the report. */
export const diary: readonly Fixing[] = [
  {
    requirement: 'errors.shape',
    said: 'The 400 has no `status`. Send every error through one function, those of the framework included; Fastify has statusCode in its place.',
    changed: 'One function `sendError`, used by everything that refuses, and by `setErrorHandler`.',
  },
  {
    requirement: 'invalid.name-type',
    said: '`{"name":0}` was answered 201. Switch off silent conversion: coerceTypes in ajv, which Fastify sets.',
    changed: '`ajv: { customOptions: { coerceTypes: false } }`.',
  },
  {
    requirement: 'invalid.description-type',
    said: '`{"name":"a","description":0}` was answered 201. The same conversion.',
    changed: 'Nothing more: the change before had mended it.',
  },
  {
    requirement: 'headers.present',
    said: 'Each 401 lacks the three headers. Limiters placed behind the key check miss the 401: set the headers before.',
    changed: 'The key is checked in `preParsing`, no longer in `onRequest`.',
    missing:
      'That the limiter was registered first and yet ran last: the plugin hangs on each route, whose hooks run after those of the instance. The report names the fault, but for this plugin its order is no matter of registration.',
  },
  {
    requirement: 'headers.reset',
    said: 'Reset was 3. The plugin sends the seconds left: convert, or set the header yourself.',
    changed: 'An `onSend` hook adds the time of day to it.',
    missing:
      'The plugin hands out whole seconds only, so the sum may differ by one from answer to answer. The kit leaves that alone.',
  },
  {
    requirement: 'auth.challenge',
    said: 'Send WWW-Authenticate: Bearer with each 401.',
    changed: 'So it does.',
  },
  {
    requirement: 'auth.scheme-case',
    said: 'Compare the scheme in lower case, and leave the key untouched.',
    changed: 'Scheme and key are read apart.',
  },
  {
    requirement: 'errors.elsewhere',
    said: 'The 404 of an unknown path has no `code`. Register a handler that uses the same function.',
    changed: '`setNotFoundHandler`.',
  },
  {
    requirement: 'headers.elsewhere',
    said: 'The same 404 lacks the headers. The plugin needs a setNotFoundHandler with its preHandler.',
    changed: '`preHandler: fastify.rateLimit()` in that handler.',
  },
];
