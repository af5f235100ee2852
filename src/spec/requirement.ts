/** How strongly a requirement binds; severity is derived from it in one place (`verdict/`). */
export type Level = 'required' | 'advisory' | 'observed' | 'not-testable';

/** What a user must select before a requirement is tested; without it, it is "not asked". */
export type Asked = 'description' | 'plan' | 'thorough' | 'concurrency';

/** The impact of a violation, and how to fix it. */
export interface Advice {
  readonly impact: string;
  readonly fix: string;
}

/**
 * Advice by how a wrong response turned the request down: refused (3xx, 4xx), redirected (3xx), or failed (5xx, no
 * response). Without advice for a redirect or a failure, that for a refusal applies.
 */
export type Outcomes = Readonly<Partial<Record<'refused' | 'redirected' | 'failed', Advice>>>;

/**
 * What it takes to test a requirement:
 * - `429`: a 429. Without the proof of the limit it is tested only if the traffic includes one.
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

/** The part of a response that shows a violation; headers by names in lower case, `*` for any ending. */
export type Evidence =
  | 'status'
  | 'body'
  /** The response is right; what came before or after it is wrong. */
  | 'other responses'
  | { readonly headers: readonly string[] }
  | { readonly member: string };

/** What the rest of the kit needs to know about a requirement; only `spec/` and `suites/` branch on its id. */
export interface Traits {
  readonly needs?: readonly Need[];
  /** Requirements whose requests its rules judge too: with `--only` these are sent as well. */
  readonly fedBy?: readonly string[];
  /** Requirements without which it cannot be tested: where it ends as `dependent`, the report names those that failed. */
  readonly dependsOn?: readonly string[];
  /** Where the response is wrong. Default: a status that is not `status`, the field that a finding names, or the body. */
  readonly evidence?: Evidence;
  /** The status of a correct response, where a requirement is about one. */
  readonly status?: number;
  /** Applies to responses of any status: the status is a condition of a finding, not the violation. */
  readonly anyStatus?: true;
  /** May be violated only while nothing is stored. */
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

/** One sentence of the specification, under an id that never changes its meaning. */
export interface Requirement extends Advice {
  /** `section.name`, for example `auth.key-missing`. */
  readonly id: string;
  readonly level: Level;
  /** What must hold, in a clause of about ninety characters at most. */
  readonly title: string;
  /** Section and rule of the specification ("Authentication 3"), or the standard of an advisory ("RFC 9110 11.6.1"). */
  readonly source: string;
  /** Quotes the specification; `|` separates the cells of a table, `…` marks what is left out. */
  readonly sentence?: string;
  /** What the user must select, where a plain run does not test it. */
  readonly asked?: Asked;
  /** What the sentence requires, in other words, with the reading that was decided. */
  readonly asks: string;
  /** The impact on clients, unless `outcomes` says otherwise; for an excluded one, why it is not tested from outside. */
  readonly impact: string;
  /** What to change in the server, the likeliest mistake first; for excluded and observed ones, what to know instead. */
  readonly fix: string;
  /** The same where the target did not serve the request: the two above then describe a request that was served. */
  readonly outcomes?: Outcomes;
  /** Well-known software that does this by default, or the name of its setting. */
  readonly software?: string;
  readonly traits?: Traits;
}

/** Joins the lines of a text that is written over several lines, with a space in place of each break. */
export function text([joined = '']: TemplateStringsArray): string {
  return joined.replace(/\n */g, ' ');
}
