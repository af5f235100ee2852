/** A finding of the kit in first.ts, and what was changed in fixed.ts. */
export interface Fixing {
  readonly requirement: string;
  /** What the report said, abridged. */
  readonly said: string;
  readonly changed: string;
  /** What the report did not explain. */
  readonly missing?: string;
}

/** In the order of the report. */
export const diary: readonly Fixing[] = [
  {
    requirement: 'errors.shape',
    said: 'The 400 has no `status`. Send every error through one function, including those of the framework. Fastify sends statusCode instead.',
    changed: 'One function `sendError`, used by every refusal and by `setErrorHandler`.',
  },
  {
    requirement: 'invalid.name-type',
    said: '`{"name":0}` returned 201. Turn off silent conversion: coerceTypes in ajv, which Fastify sets.',
    changed: '`ajv: { customOptions: { coerceTypes: false } }`.',
  },
  {
    requirement: 'invalid.description-type',
    said: '`{"name":"a","description":0}` returned 201. The same conversion.',
    changed: 'Nothing more: the previous change had fixed it.',
  },
  {
    requirement: 'headers.present',
    said: 'Each 401 lacks the three headers. Limiters mounted after the key check miss the 401. Set the headers before it.',
    changed: 'The key check moved from `onRequest` to `preParsing`.',
    missing:
      'The limiter was registered first and still ran last: the plugin adds itself to each route, and route hooks run after instance hooks. The report names the fault, but the order of registration does not matter for this plugin.',
  },
  {
    requirement: 'headers.reset',
    said: 'Reset was 3. The plugin sends the remaining seconds. Convert them, or set the header yourself.',
    changed: 'An `onSend` hook adds the current time to it.',
    missing:
      'The plugin provides only whole seconds, so the sum may vary by one between responses. The kit accepts that.',
  },
  {
    requirement: 'auth.challenge',
    said: 'Send WWW-Authenticate: Bearer with each 401.',
    changed: 'The 401 sends it.',
  },
  {
    requirement: 'auth.scheme-case',
    said: 'Compare the scheme in lowercase, and leave the key unchanged.',
    changed: 'Scheme and key are parsed separately.',
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
