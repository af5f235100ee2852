// The service itself is plain JavaScript (Node 20 runs no TypeScript, and there are no
// @types/express here); this is the typed way in for tests.

export type { ExpressStack, ExpressStackOptions } from './server.mjs';
export { startExpressStack } from './server.mjs';
