import '../exchange/response.test.ts';
import '../exchange/picks.test.ts';
import '../exchange/validate.test.ts';
import '../checks/expectations.test.ts';
import '../json/read.test.ts';
import '../json/value.test.ts';
import '../engine/judge.test.ts';
import '../engine/tally.test.ts';
import '../payloads/classify.test.ts';
import '../readings/ban.test.ts';
import '../readings/creations.test.ts';
import '../readings/enforcement.test.ts';
import '../readings/leftovers.test.ts';
import '../readings/limits.test.ts';
import '../readings/quota.test.ts';
import '../readings/recovery.test.ts';
import '../readings/retry-after.test.ts';
import '../readings/sent-texts.test.ts';
import '../readings/usage.test.ts';
import '../suites/authentication.test.ts';
import '../suites/creating.test.ts';
import '../suites/errors.test.ts';
import '../suites/feeds.test.ts';
import '../suites/http.test.ts';
import '../suites/listing.test.ts';
import '../suites/observed.test.ts';
import '../suites/other-operations.test.ts';
import '../suites/rate-limit-headers.test.ts';
import '../suites/rate-limiting.test.ts';
import '../suites/refusing.test.ts';
import '../suites/versioning.test.ts';
import '../engine/verdict.test.ts';
import { collected } from './vitest.ts';

/**
 * The unit tests of the judging code: what they kill needs no run. Those about megabytes are left out, for they
 * ask for speed, and instrumented code is slow.
 */
export const units = collected.filter(({ id }) => !id.includes('megabytes'));
