import { type Exchange, type Responded, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { capOn, causeOf, documentOf, receivedOf } from '../exchange/response.ts';
import { customReason, type Reason, type ReasonClass, reason } from '../spec/reasons.ts';

/** Reports a finding: the target did not meet an expectation. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch) {
    super(`expected ${mismatch.expected}, received ${mismatch.received}`);
    this.mismatch = mismatch;
  }
}

/** Reports that a response is not judged, and why. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
  readonly why: Reason;

  constructor(why: Reason) {
    super(why.text);
    this.why = why;
  }
}

/**
 * Returns how an error ends a check or a rule, or undefined if the code itself failed. Compares the names of errors, because
 * a user's file may import another copy of the package.
 */
export function endOf(
  error: unknown,
): { readonly unmet: Mismatch } | { readonly notTested: Reason } | undefined {
  if (!(error instanceof Error)) return undefined;
  const {
    name,
    message,
    mismatch,
    why = customReason(message),
  }: Error & {
    readonly mismatch?: Mismatch;
    readonly why?: Reason;
  } = error;
  if (name === 'Unmet' && mismatch !== undefined) return { unmet: mismatch };
  return name === 'NotTested' ? { notTested: why } : undefined;
}

/**
 * Ends a check or a rule with a finding, which reports show as a row: "GET /categories → ETag missing, must be present". In the
 * row, `expected` follows "must be" or another `relation`, and `received` follows `where`, the part of the response. `cause`
 * names the fault without generated or measured values. `comparedWith` is the second exchange, if the proof needs two.
 */
export function unmet(
  expected: string,
  received: string,
  cause: string,
  shown: Omit<Mismatch, 'expected' | 'received' | 'cause'> = {},
): never {
  throw new Unmet({ expected, received, cause, ...shown });
}

/**
 * Ends a check or a rule without a judgment. A custom check says why in its own words. The class of the reason decides the
 * verdict of the run: `nothing to test` changes nothing, `undecided` fails only `--strict`, and `prevented` leaves the run
 * without a verdict.
 */
export function notTested(why: Reason | string, reasonClass?: ReasonClass): never {
  throw new NotTested(typeof why === 'string' ? customReason(why, reasonClass) : why);
}

/** Ends with a finding if the status is not the expected one, or if there is no response. Judges only the status. */
export function expectStatus(exchange: Exchange, wanted: number): void {
  if (statusOf(exchange) !== wanted) unmet(`status ${wanted}`, receivedOf(exchange), causeOf(exchange));
}

/** Describes why a body is not usable JSON. Ends without a judgment if the kit cut the body off. */
export function bodyProblem(response: Responded): string {
  const { body, bodyProblem: problem } = response.outcome.response;
  const cap = capOn(response);
  if (cap !== undefined) notTested(reason('not-read', cap));
  if (problem !== undefined) return problem;
  if (body.length === 0) return 'no body';
  const document = documentOf(response);
  if (!document.ok && body[0] === 0x1f && body[1] === 0x8b)
    return 'a body that was compressed twice (decoded once, it begins with 1F 8B, as gzip does)';
  if (!document.ok && hasSurrogate(body))
    return 'a body in CESU-8 (ED A0 to ED BF are halves of surrogate pairs), which is not UTF-8';
  return document.ok ? 'JSON' : `a body that is not JSON (${document.problem}, line ${document.line})`;
}

/**
 * Checks whether a body contains a surrogate encoded as bytes, which is how CESU-8 and Java's modified UTF-8 write characters
 * beyond U+FFFF.
 */
function hasSurrogate(body: Uint8Array): boolean {
  return body.some((byte, at) => byte === 0xed && (body[at + 1] ?? 0) >= 0xa0 && (body[at + 1] ?? 0) <= 0xbf);
}
