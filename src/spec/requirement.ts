/** How binding a requirement is. The verdict of a violation follows from it. */
export type Level = 'required' | 'advisory' | 'observed' | 'not-testable';

/** The option without which a requirement is "not selected". */
export type Asked = 'description' | 'plan' | 'thorough' | 'concurrency';

/** The impact of a violation, and how to fix it. */
export interface Advice {
  readonly impact: string;
  readonly fix: string;
}

/**
 * Advice for requests that were not served: refused (3xx, 4xx), redirected (3xx), or failed (5xx, no response). If there is
 * no advice for a redirect or a failure, the advice for a refusal applies.
 */
export type Outcomes = Readonly<Partial<Record<'refused' | 'redirected' | 'failed', Advice>>>;

/** How to fix a fault that appears only with these statuses, or only at one operation. */
export interface NarrowFix {
  readonly statuses?: readonly number[];
  readonly oneOperation?: true;
  readonly fix: string;
}

/** Software that the responses of a server can reveal. */
export type SoftwareName =
  | 'Litestar'
  | 'hapi'
  | 'FastAPI'
  | 'Django'
  | 'Flask'
  | 'Express'
  | 'Fastify'
  | 'Hono'
  | 'Spring'
  | 'ASP.NET'
  | 'Rails'
  | 'PHP'
  | 'Go'
  | 'axum'
  | 'Amazon API Gateway'
  | 'nginx'
  | 'Apache';

/** A default or a setting of well-known software that violates a requirement. */
export interface CommonCause {
  /**
   * Which software has this default or setting. If missing, a report shows the cause only if it has a condition below and
   * the condition holds.
   */
  readonly of?: readonly SoftwareName[];
  /** Statuses of the responses that the cause explains, or their first digits. Default: any. */
  readonly statuses?: readonly number[];
  /** Forms of the Authorization header that the cause explains. It fits if one of them failed. Default: any. */
  readonly credentials?: readonly string[];
  /**
   * A string that occurs in the wrong part of the response if this is the cause. If the finding names no part, the string is
   * in the body or in the Content-Type.
   */
  readonly holds?: string;
  /** The cause as a full sentence. */
  readonly text: string;
}

/**
 * What a test of a requirement needs:
 * - `429`: a 429. Without the proof of the limit, a run might not get one.
 * - `proof`: requests until the window is used up.
 * - `known store`: no other client changes the stored data.
 * - `writes`: POSTs; `near misses`: requests that carry most of the key.
 */
export type Need = '429' | 'proof' | 'known store' | 'writes' | 'near misses';

/** The part of a response that shows a violation. Header names are lowercase and may end in `*`. */
export type Evidence =
  | 'status'
  | 'body'
  /** The response itself is correct, but contradicts earlier or later ones. */
  | 'other responses'
  | { readonly headers: readonly string[] }
  | { readonly member: string };

/**
 * The words of the row of a finding: "GET /categories ×12 in one window → Remaining stays 59, must fall". Each part has a
 * default, because most findings are about the status of one request.
 */
export interface RowWords {
  /** What was sent or read, shown instead of the request of the exchange. */
  readonly subject?: string;
  /** The string that matters in the request: "name "ﬁx"". By default, a generated body. */
  readonly form?: string;
  /** What matters in addition to the request: "twice, same Reset". */
  readonly context?: string;
  /** The part of the response: a header, a member of the body. By default, the status. */
  readonly where?: string;
  /** How the received value relates to the expected one: "must be 400", "must fall". By default, `must be`. */
  readonly relation?: 'must be' | 'must not be' | 'must';
}

/** What the rest of the kit may know about a requirement, because only `spec/` and `suites/` branch on ids. */
export interface Traits {
  readonly needs?: readonly Need[];
  /** Other requirements whose requests its rules also judge: `--only` sends those requests, too. */
  readonly fedBy?: readonly string[];
  /**
   * Requirements without which this one cannot be tested. If the reason is `dependent`, the report names those that failed.
   */
  readonly dependsOn?: readonly string[];
  /**
   * Where the response is wrong. By default, the status if it differs from `status` below; otherwise, the field in the
   * finding or, if there is none, the body.
   */
  readonly evidence?: Evidence;
  /** The status of a correct response, if there is only one. */
  readonly status?: number;
  /** Applies to responses of any status, so the status itself is never the violation. */
  readonly anyStatus?: boolean;
  /** Judges the value of a header, so that even a service that only responds with 429 or 503 may violate it. */
  readonly headerValue?: true;
  /** May be violated only while no category is stored. */
  readonly emptyStore?: true;
  /** What its findings count, if not responses: "created categories". */
  readonly counts?: string;
  /** Only several responses together show a violation: findings include the timeline. */
  readonly timeline?: true;
  /** Shows what the server stored, so an invalid body that it accepted earlier may be the cause. */
  readonly showsStored?: true;
  /** The specification does not say how to handle its bodies. */
  readonly silent?: true;
  /** A conforming server may accept its invalid bodies. */
  readonly mayBeAccepted?: true;
  /** The seed of the run decides what its valid bodies contain. */
  readonly seeded?: true;
  /** Its requests are POSTs with invalid bodies. */
  readonly invalidBodies?: true;
  /**
   * Its rules also judge the operations that custom checks add: under this id, or under an id of their section, such as
   * `pets.errors.shape`, because a released id does not change its meaning. `of section` is the requirement with that id.
   */
  readonly ofAnyOperation?: 'this id' | 'own id' | 'of section';
}

/** One requirement of the specification, under an id that never changes its meaning. */
export interface Requirement extends Advice {
  /** `section.name`, for example `auth.key-missing`. */
  readonly id: string;
  readonly level: Level;
  /** A normative sentence of at most ninety characters, without a period. */
  readonly title: string;
  /** Section and rule of the specification ("Authentication 3"), or the standard of an advisory ("RFC 9110 11.6.1"). */
  readonly source: string;
  /** The quoted specification; `|` separates table cells, `…` marks omissions. */
  readonly sentence?: string;
  /** The option that selects the requirement, if a default run does not test it. */
  readonly asked?: Asked;
  /** What the sentence requires, in other words, and how the kit interprets it. */
  readonly asks: string;
  /** The impact on clients if the request was served. For the level not-testable, the reason. */
  readonly impact: string;
  /** What to change in the server, the likeliest mistake first. For levels not-testable and observed, what to know instead. */
  readonly fix: string;
  /** Impact and fix if the request was not served. */
  readonly outcomes?: Outcomes;
  /** Replaces the fix if other responses are correct; the first that fits wins. */
  readonly narrowFixes?: readonly NarrowFix[];
  /** Well-known software that violates the requirement by default, or with a certain setting. */
  readonly software?: readonly CommonCause[];
  readonly traits?: Traits;
}

/** A requirement as its section lists it: required, unless it has another level. */
export type RequirementRow = Omit<Requirement, 'level'> & Partial<Pick<Requirement, 'level'>>;

/** Joins the lines of a template literal with spaces. */
export function text([joined = '']: TemplateStringsArray): string {
  return joined.replace(/\n */g, ' ');
}
