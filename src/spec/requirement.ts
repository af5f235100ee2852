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
}
