/** How strongly a requirement binds; severity is derived from it in one place (`verdict/`). */
export type Level = 'required' | 'advisory' | 'observed' | 'excluded';

/** What a user must ask for before a row is looked at; without it the row is "not asked". */
export type Asked = 'description' | 'plan' | 'thorough' | 'concurrency';

/** What breaking a requirement means, and how to mend it. */
export interface Advice {
  readonly means: string;
  readonly mend: string;
}

/**
 * How a request was answered that should have been answered otherwise: refused (3xx, 4xx), redirected (3xx), or
 * failed (5xx, no response). Where there is no advice for a redirect or a failure, that for a refusal holds.
 */

export type Outcomes = Readonly<Partial<Record<'refused' | 'redirected' | 'failed', Advice>>>;

/**
 * What it takes to decide a requirement:
 * - `429`: a 429. Without the proof of the limit it is decided only if traffic holds one.
 * - `proof`: requests until the window is used up, unless that is left out.
 * - `one key`: responses that are known to belong to one key.
 * - `credentials`: a recording that shows whether a key was sent. `valid key`: one that shows which key was valid.
 * - `known store`: nobody else changes what is stored.
 * - `writes`: POSTs. `near misses`: requests that carry most of the key.
 */
export type Need =
  | '429'
  | 'proof'
  | 'one key'
  | 'credentials'
  | 'valid key'
  | 'known store'
  | 'writes'
  | 'near misses';

/** The part of a response that a violation is seen in; a header by names in lower case, `*` for what may follow. */
export type Evidence =
  | 'status'
  | 'body'
  /** The response is right; what came before or after it is wrong. */
  | 'other responses'
  | { readonly headers: readonly string[] }
  | { readonly member: string };

/** What the rest of the kit has to know of a requirement; nothing outside `spec/` and `suites/` asks for its id. */
export interface Traits {
  readonly needs?: readonly Need[];
  /** Requirements whose requests its rules judge too: with `--only` these are sent as well. */
  readonly fedBy?: readonly string[];
  /** Requirements without which it cannot be judged: where it ends as `dependent`, the report names those that failed. */
  readonly dependsOn?: readonly string[];
  /** Where the response is wrong. Without it: a status that is not `status`, the member that a finding names, or the body. */
  readonly evidence?: Evidence;
  /** The status of a right response, where a requirement is about one. */
  readonly status?: number;
  /** It holds for responses of any status, so a status is a condition of a finding and not the violation. */
  readonly anyStatus?: true;
  /** It may be violated only while nothing is stored. */
  readonly emptyStore?: true;
  /** Several responses show it together: findings come with the timeline. */
  readonly timeline?: true;
  /** The specification does not say how its bodies are to be handled. */
  readonly silent?: true;
  /** A conforming service may accept its bodies, though they are invalid. */
  readonly mayBeAccepted?: true;
  /** Its requests are POSTs with invalid bodies. */
  readonly invalidBodies?: true;
}

/** One row of the ledger: one sentence of the specification, under an id that never changes its meaning. */
export interface Requirement extends Advice {
  /** `section.name`, for example `auth.key-missing`. */
  readonly id: string;
  readonly level: Level;
  /** What must hold, in a clause of at most some ninety characters. */
  readonly title: string;
  /** Section and rule of the specification ("Authentication 3"), or the standard an advisory row comes from ("RFC 9110 11.6.1"). */
  readonly source: string;
  /** What the specification says there, word for word; rows of a table with `|` between their cells, what is left out as `…`. */
  readonly sentence?: string;
  /** What the user must ask for, where a plain run does not cover the row. */
  readonly asked?: Asked;
  /** What the sentence asks, in our own words, with the reading that was decided. */
  readonly asks: string;
  /** What a client suffers when it is broken, where `outcomes` says nothing else; for an excluded row, why it is not tested from outside. */
  readonly means: string;
  /** What to change in the server, the likeliest slip first; for excluded and observed rows, what to know instead. */
  readonly mend: string;
  /** The same where the target did not serve the request: the two above then speak of what was served. */
  readonly outcomes?: Outcomes;
  /** Which well-known software does this by itself, or how its setting is called: of use to whoever runs just that. */
  readonly software?: string;
  readonly traits?: Traits;
}
