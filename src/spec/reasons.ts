/**
 * The classes of the reasons why a requirement was not judged, from the most harmless to the gravest. The verdict of a run
 * follows from them:
 * - `nothing to test`: the target legally does nothing to which the requirement applies.
 * - `not asked`: the user did not give an input that the requirement needs.
 * - `undecided`: legal behavior that proves nothing either way.
 * - `not selected`: an option left the requirement out.
 * - `prevented`: anything else kept the run from judging the requirement, so the run has no verdict.
 */
export const reasonClasses: readonly ReasonClass[] = [
  'nothing to test',
  'not asked',
  'undecided',
  'not selected',
  'prevented',
];

/** The class of a reason, which decides whether a run that did not judge a requirement has a verdict. */
export type ReasonClass = 'nothing to test' | 'not asked' | 'undecided' | 'not selected' | 'prevented';

type Row = readonly [reasonClass: ReasonClass, words: string | ((seen: string) => string)];

/** Used for reasons whose text is only what was seen. */
const asSeen = (seen: string): string => seen;

/** All reasons of the kit's own checks: their class, and what was seen. A new reason begins as `prevented`. */
const table = {
  // Inputs.
  'no-description': ['not asked', 'needs --description'],
  'no-plan': ['not asked', 'needs --plan'],

  // What the target legally does not do or send.
  enterprise: ['nothing to test', 'Enterprise limits depend on the contract'],
  'long-window': [
    'nothing to test',
    'the limit resets in more than an hour, and proving it would use up the quota of a whole day',
  ],
  'texts-restricted': ['nothing to test', 'the server refuses such strings'],
  'ids-refused': ['nothing to test', 'the server does not accept a body with an id'],
  'names-restricted': ['nothing to test', 'the server refuses names like those of this run'],
  'empty-list': ['nothing to test', 'the list was empty'],
  'no-own-response': ['nothing to test', 'no operation of this section returned such a response'],
  'few-ids': ['nothing to test', 'fewer than two categories with an int64 id were listed'],
  'no-servers': ['nothing to test', 'the description lists no servers'],
  'no-date': ['nothing to test', 'the responses have no Date'],
  'no-plan-minute': ['nothing to test', "no response showed the plan's limit per minute"],
  'own-bucket': ['nothing to test', asSeen],
  'shared-key': ['nothing to test', 'other clients use this key and may have used the new quota'],
  'control-refused': ['nothing to test', 'the same request with the key is not served either'],
  'operation-left-alone': ['nothing to test', asSeen],
  'no-more-categories': ['nothing to test', 'the server accepts no more categories'],
  'key-forms': ['nothing to test', (forms) => `the length or the characters of the key rule out ${forms}`],
  'no-reset': ['nothing to test', 'no window ended between two lists'],
  'no-room': ['nothing to test', asSeen],
  'dependency-failed': ['nothing to test', (ids) => `depends on ${ids}, which failed; fix that first`],

  // Legal behavior that proves nothing.
  'too-slow': ['undecided', asSeen],
  'window-reset': [
    'undecided',
    'the window reset twice before it was used up, because the quota refills faster than the target responds',
  ],
  'refilled-after-zero': [
    'undecided',
    (most) =>
      `${most} requests after Remaining 0 were inconclusive, because enough quota for them may have been refilled in the meantime`,
  ],
  'no-usable-reset': [
    'undecided',
    'without a usable X-RateLimit-Reset, requests served after Remaining 0 prove nothing',
  ],
  'twice-the-limit': ['undecided', 'sending twice as many plain GETs as Limit allows proved nothing'],
  'another-limit': ['undecided', asSeen],
  'never-reached': ['undecided', 'the limit was not reached'],
  'usage-unclear': ['undecided', asSeen],
  'too-few-requests': ['undecided', asSeen],
  cached: ['undecided', 'a cache serves GET /categories (Age), which shows nothing about the limit'],
  'late-recovery': [
    'undecided',
    'a request after Retry-After returned 429 again; requests were served only after a second wait',
  ],
  'operation-undecided': ['undecided', asSeen],
  'operation-not-sent': [
    'undecided',
    'POST /categories was not in flight together with the GET that was refused, so its limit was not tested',
  ],
  'not-concurrent': ['undecided', 'no two creations were in flight at the same time'],

  // Options.
  'outside-only': ['not selected', 'outside --only'],
  'only-thorough': ['not selected', 'runs only with --profile thorough'],
  'by-profile': ['not selected', 'excluded by --profile gentle'],
  'no-proof-needed': ['not selected', 'no selected requirement needs it'],
  'no-exhaust': ['not selected', 'excluded by --no-exhaust'],
  'no-near-misses': ['not selected', 'excluded by --no-near-misses'],
  'one-at-a-time': ['not selected', 'needs --concurrency above 1'],
  'only-reads': ['not selected', 'the run only reads this target (--read-only)'],
  'own-count': ['not selected', asSeen],

  // Everything else.
  dependency: ['prevented', 'a requirement that it depends on is violated'],
  'max-wait': ['prevented', asSeen],
  'max-time': ['prevented', asSeen],
  'max-count': ['prevented', asSeen],
  ban: ['prevented', 'the key has been refused since a 429 and may be banned'],
  'too-many-429s': ['prevented', asSeen],
  'forms-limited': ['prevented', asSeen],
  'operation-limited': ['prevented', asSeen],
  'operation-held': ['prevented', asSeen],
  'operation-silent': ['prevented', asSeen],
  'still-limited': ['prevented', asSeen],
  'not-repeated': ['prevented', asSeen],
  unsteady: ['prevented', asSeen],
  away: ['prevented', asSeen],
  'store-lost': ['prevented', asSeen],
  'not-read': ['prevented', (cap) => `a response was not read to its end: ${cap}`],
  'list-not-read': ['prevented', (cap) => `the list was not read to its end: ${cap}`],
  'no-list': ['prevented', 'no list was read after a creation'],
  'no-marked-refusal': [
    'prevented',
    "no list was read after the target refused an invalid body that contains the run's mark",
  ],
  'no-valid-body': ['prevented', 'no valid body is accepted, so refusals prove nothing'],
  'no-such-response': ['prevented', 'no response was of the kind that it judges'],
  'control-failed': ['prevented', 'the same request with the key failed, too'],
  'list-broken': ['prevented', asSeen],
  'no-files-left': ['prevented', asSeen],
  'ended-early': ['prevented', 'the run ended before it was tested'],
  fault: ['prevented', 'the kit itself failed'],
  'check-failed': ['prevented', 'its custom check failed'],
} as const satisfies Readonly<Record<string, Row>>;

export type ReasonCode = keyof typeof table;

/** The codes of all reasons. */
export const reasonCodes = Object.keys(table) as ReasonCode[];

/** Why a requirement was not judged, or was judged only in part. */
export interface Reason {
  /** A code of the table; `custom` for the words of a custom check. */
  readonly code: string;
  readonly class: ReasonClass;
  /** A human-readable description of what was seen. */
  readonly text: string;
}

/** A reason during a run, which keeps what was seen separate from the words of the table. */
export interface ReasonOfRun extends Reason {
  readonly seen?: readonly string[];
}

/** Returns the reason with this code; `seen` adds what was seen. */
export function reason(code: ReasonCode, seen?: string): ReasonOfRun {
  const [reasonClass, words]: Row = table[code];
  if (typeof words !== 'string') return { code, class: reasonClass, text: words(seen ?? '') };
  return withSeen({ code, class: reasonClass, text: words }, words, seen === undefined ? [] : [seen]);
}

function withSeen(why: Reason, words: string, seen: readonly string[]): ReasonOfRun {
  return seen.length === 0 ? why : { ...why, text: `${words} (${seen.join(', ')})`, seen };
}

/** Adds what was seen for another reason with the same code, in an order that does not depend on which reason came first. */
export function joinedReason(one: ReasonOfRun, other: ReasonOfRun): ReasonOfRun {
  const row: Row | undefined = table[one.code as ReasonCode];
  const words = row?.[1];
  if (typeof words !== 'string') return one;
  const seen = new Set([...(one.seen ?? []), ...(other.seen ?? [])]);
  return withSeen(one, words, [...seen].sort());
}

/** Returns the reason of a custom check, which has its own words. Throws a `TypeError` for an unknown class. */
export function customReason(text: string, reasonClass: ReasonClass = 'undecided'): Reason {
  if (!reasonClasses.includes(reasonClass))
    throw new TypeError(`the class of a reason is one of ${reasonClasses.join(', ')}, not ${reasonClass}`);
  return { code: 'custom', class: reasonClass, text };
}

/** Checks whether only the profile `thorough` tests a requirement, so that other runs do not count it. */
export function isOfThorough(why: Reason | undefined): boolean {
  return why?.code === ('only-thorough' satisfies ReasonCode);
}

/** Why a requirement was not tested: it depends on another one, which the report names. */
export const dependent: Reason = reason('dependency');

/** Checks whether the reason is that another requirement failed. */
export function isBlocked(why: Pick<Reason, 'code'> | undefined): boolean {
  return why?.code === 'dependency-failed';
}

/**
 * Returns the gravest reason, or the first one if several are equally grave. A reason that only names a dependency comes
 * last.
 */
export function gravest(reasons: readonly Reason[]): Reason | undefined {
  const rank = (one: Reason) => (one.code === dependent.code ? -1 : reasonClasses.indexOf(one.class));
  return reasons.toSorted((a, b) => rank(b) - rank(a))[0];
}

/**
 * Reasons that are usually the effect of a violation. Each has the requirements that may then be violated, in addition to
 * those that the requirement depends on.
 */
export const effectsOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  dependency: [],
  'list-broken': ['list.ok'],
  'no-list': [],
  'no-marked-refusal': [],
  'no-valid-body': [],
};
