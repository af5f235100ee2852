import type { Suite } from '../src/checks/vocabulary.ts';
import authentication from './authentication.ts';
import creating from './creating.ts';
import errors from './errors.ts';
import http from './http.ts';
import listing from './listing.ts';
import otherOperations from './other-operations.ts';
import rateLimitHeaders from './rate-limit-headers.ts';
import rateLimiting from './rate-limiting.ts';
import refusing from './refusing.ts';
import versioning from './versioning.ts';

export { firstList } from './shared.ts';

/** All checks, probes and rules, with one suite for each section of the requirements. */
export const suites: readonly Suite[] = [
  versioning,
  authentication,
  errors,
  listing,
  creating,
  refusing,
  rateLimitHeaders,
  rateLimiting,
  otherOperations,
  http,
];
