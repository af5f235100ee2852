import type { createEnforcement } from '../../src/readings/enforcement.ts';
import type { createEveryOperation } from '../../src/readings/every-operation.ts';
import type { createFailures } from '../../src/readings/failures.ts';
import type { createResetsReached } from '../../src/readings/limits.ts';
import type { createAskedIds } from '../../src/readings/listed.ts';
import type {
  createEarlierRuns,
  createSentTexts,
  createWronglyAccepted,
} from '../../src/readings/origins.ts';
import type { createBan } from '../../src/readings/outcomes.ts';
import type { createCreationCap, createListHealth } from '../../src/readings/post-stops.ts';
import type { pauseAfter } from '../../src/readings/quota.ts';
import type { createRecovery } from '../../src/readings/recovery.ts';
import type { createSameResponse, createUnread } from '../../src/readings/responses.ts';
import type { createShedding } from '../../src/readings/shedding.ts';
import type { createSilence } from '../../src/readings/silence.ts';
import { type Mechanism, mechanism } from './mechanism.ts';
import { mechanismsOfSending } from './mechanisms-of-sending.ts';

/** The mechanisms of the kit that `npm run prove -- necessity mechanisms` replaces one by one. */
export const mechanisms: readonly Mechanism[] = [
  mechanism<typeof createShedding>(
    'requests are sent one at a time while a gateway refuses many',
    'src/readings/shedding.ts:createShedding',
    ['variants', 'limiters', 'defects', 'phenomena'],
    (original) => () => ({ ...original(), oneAtATime: () => false }),
  ),
  mechanism<typeof createFailures>(
    'a request that fails three times shows a fault of the server, which no gap avoids',
    'src/readings/failures.ts:createFailures',
    ['variants', 'defects', 'limiters', 'phenomena'],
    (original) => () => ({ ...original(), isOwn: () => false }),
  ),
  mechanism<typeof createFailures>(
    'a request is not sent again if two other requests have proven its failure',
    'src/readings/failures.ts:createFailures',
    ['defects', 'variants', 'limiters', 'phenomena'],
    (original) => () => ({ ...original(), isProven: () => false }),
  ),
  mechanism<typeof createFailures>(
    'a failure that passed is counted',
    'src/readings/failures.ts:createFailures',
    ['variants', 'defects', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), pass: () => {} }),
  ),
  mechanism<typeof createFailures>(
    'an operation that timed out three times is left alone',
    'src/readings/failures.ts:createFailures',
    ['hostile', 'defects', 'phenomena'],
    (original) => () => ({ ...original(), whyNotSent: () => undefined }),
  ),
  mechanism<typeof createListHealth>(
    'a list is read after a POST that may break it',
    'src/readings/post-stops.ts:createListHealth',
    ['defects', 'hostile', 'phenomena'],
    (original) => (delay) => ({ ...original(delay), needsList: () => false }),
  ),
  mechanism<typeof createListHealth>(
    'no POST is sent once the list is broken or every POST is redirected',
    'src/readings/post-stops.ts:createListHealth',
    ['defects', 'hostile', 'phenomena'],
    (original) => (delay) => ({ ...original(delay), whyNoPost: () => undefined }),
  ),
  mechanism<typeof createCreationCap>(
    'a server may cap how many categories exist',
    'src/readings/post-stops.ts:createCreationCap',
    ['variants', 'defects', 'phenomena'],
    (original) => () => ({ ...original(), reached: () => undefined }),
  ),
  mechanism<typeof createCreationCap>(
    'a cap is not a cap if a later creation succeeds',
    'src/readings/post-stops.ts:createCreationCap',
    ['defects', 'variants', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), refuted: () => undefined }),
  ),
  mechanism<typeof createSilence>(
    'a target that stopped responding is described',
    'src/readings/silence.ts:createSilence',
    ['defects', 'hostile', 'phenomena'],
    (original) => () => ({ ...original(), stop: () => undefined }),
  ),
  mechanism<() => unknown>(
    'the served requests of a window are counted if Remaining never shows 0',
    'src/readings/enforcement.ts:countServed',
    ['defects', 'limiters', 'phenomena'],
    () => () => undefined,
  ),
  mechanism<(shown: { readonly sentAt: number }) => number>(
    'nothing is refilled while Remaining falls with each response',
    'src/readings/enforcement.ts:unrefilledUntil',
    ['defects', 'limiters', 'phenomena', 'strangers'],
    () =>
      ({ sentAt }) =>
        sentAt,
  ),
  mechanism<(shown: readonly { readonly remaining: number }[]) => boolean>(
    'a 0 of an earlier Limit still counts',
    'src/readings/enforcement.ts:followsZero',
    ['variants', 'limiters', 'defects', 'phenomena', 'strangers'],
    () =>
      ([newest]) =>
        newest?.remaining === 0,
    'headers may alternate between minute and day, and a 429 that follows a 0 is the proof',
  ),
  mechanism<typeof createEnforcement>(
    'the kit decides whether the limit is enforced',
    'src/readings/enforcement.ts:createEnforcement',
    ['defects'],
    (original) => () => ({ ...original(), decision: () => ({ kind: 'open' }) }),
  ),
  mechanism<typeof createEveryOperation>(
    'an operation that was served beyond the limit is tested again in the next window',
    'src/readings/every-operation.ts:createEveryOperation',
    ['defects', 'limiters'],
    (original) => () => ({ ...original(), suspects: () => [] }),
  ),
  mechanism<() => boolean>(
    'an operation is suspected only if nothing was refilled',
    'src/readings/every-operation.ts:isNothingRefilled',
    ['variants', 'limiters', 'defects', 'phenomena', 'strangers'],
    () => () => true,
  ),
  mechanism<typeof createRecovery>(
    'a recovery is not judged if other clients may have used up the new quota',
    'src/readings/recovery.ts:createRecovery',
    ['variants', 'limiters', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), isShared: () => false }),
  ),
  mechanism<typeof createResetsReached>(
    'the kit observes what Remaining does at a Reset',
    'src/readings/limits.ts:createResetsReached',
    ['defects', 'variants'],
    (original) => () => ({ ...original(), crossed: () => ({ crossings: 0, newest: undefined }) }),
  ),
  mechanism<typeof createAskedIds>(
    'the list may show the id that the request sent although the 201 did not',
    'src/readings/listed.ts:createAskedIds',
    ['defects', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), troubles: () => [] }),
  ),
  mechanism<typeof createEarlierRuns>(
    'categories that earlier runs left behind are not judged',
    'src/readings/origins.ts:createEarlierRuns',
    ['variants', 'defects', 'strangers'],
    (original) => (mark) => ({ ...original(mark), isOne: () => false }),
  ),
  mechanism<typeof createSentTexts>(
    'a string from another request of this run identifies that request',
    'src/readings/origins.ts:createSentTexts',
    ['defects', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), senderOf: () => undefined }),
  ),
  mechanism<typeof createWronglyAccepted>(
    'an element that an invalid body created is judged once',
    'src/readings/origins.ts:createWronglyAccepted',
    ['defects', 'phenomena'],
    (original) => (marks) => ({ ...original(marks), isConsequence: () => false }),
  ),
  mechanism<typeof createWronglyAccepted>(
    'an invalid body may have the name of a creation',
    'src/readings/origins.ts:createWronglyAccepted',
    ['defects', 'phenomena', 'strangers'],
    (original) => (marks) => ({ ...original(marks), hasId: () => false }),
  ),
  mechanism<typeof createBan>(
    'a key that is refused after a 429 may be banned',
    'src/readings/outcomes.ts:createBan',
    ['limiters', 'defects', 'variants'],
    (original) => () => ({ ...original(), shownBy: () => undefined }),
  ),
  mechanism<() => boolean>(
    'a large body may be refused for its size',
    'src/readings/outcomes.ts:isLarge',
    ['variants', 'phenomena', 'strangers'],
    () => () => false,
  ),
  mechanism<typeof pauseAfter>(
    'after two pauses without success, the wait lasts until Reset',
    'src/readings/quota.ts:pauseAfter',
    ['limiters', 'variants', 'phenomena', 'strangers'],
    (original) => (headers, wallAt) => original(headers, wallAt),
  ),
  mechanism<typeof createUnread>(
    'the reason names what could not be read',
    'src/readings/responses.ts:createUnread',
    ['hostile', 'defects', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), why: () => undefined }),
  ),
  mechanism<typeof createSameResponse>(
    'the report says that a server responds to everything in the same way',
    'src/readings/responses.ts:createSameResponse',
    ['defects', 'hostile', 'phenomena', 'strangers'],
    (original) => () => ({ ...original(), everywhere: () => false }),
  ),
  mechanism<(...given: never[]) => void>(
    'a creation may have the id of a category that still exists',
    'src/readings/listed.ts:judgeSuspects',
    ['defects', 'variants'],
    () => () => {},
  ),
  mechanism<() => boolean>(
    'other operations do not show that Remaining falls if the lists are suspect',
    'src/readings/usage.ts:areListsSuspect',
    ['defects', 'limiters', 'variants', 'phenomena'],
    () => () => false,
  ),
  mechanism<(settings: { readonly payloads: number }) => number>(
    'invalid bodies fit the window that the headers show',
    'src/engine/plan.ts:roomFor',
    ['defects', 'variants', 'limiters', 'phenomena'],
    () =>
      ({ payloads }) =>
        payloads,
  ),
  mechanism<(...given: never[]) => Promise<undefined>>(
    'a request that was served is sent again on a fresh connection',
    'src/engine/paired-sending.ts:onFreshConnection',
    ['defects', 'variants'],
    () => async () => undefined,
    'the requirement fails either way, but the finding must say that it happens only on such a connection',
  ),
  ...mechanismsOfSending,
];
