import { digestOfKnown } from '../exchange/body-digest.ts';
import { sentForm } from '../exchange/sent-form.ts';
import { isOfProof, plainListsFor, traitsOf } from '../spec/catalog.ts';
import { operationTitle } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { AcceptedFailure, Finding, RecordedExchange, Report } from './model/report.ts';

type ShownBy = NonNullable<Finding['shownBy']>[number];

// One rule for "fixed": a failure that no longer occurs is fixed only if what failed was sent again. `diff`, `compare` and
// `replay` all use this rule.

/** The conditions under which a failure can occur again. */
export interface Conditions {
  /** Digests of the bodies that showed the failure. At least one of them must be sent again. */
  readonly bodies?: readonly string[];
  /**
   * How the requests that showed the failure were sent, as in `sentForms` of a report. All these forms must be sent again.
   */
  readonly forms?: readonly string[];
  /** The response that showed the failure, if the requirement applies to responses of any status. */
  readonly response?: { readonly operation: string; readonly status: number; readonly place: string };
  /** Whether the failure shows only while no category is stored. */
  readonly emptyStore?: true;
  /**
   * The kind of the body that showed the failure, or the credentials, as in `shownBy` of a finding. If other forms fail now,
   * this failure may still be fixed. Missing if what failed cannot be identified by its form.
   */
  readonly shownIn?: readonly string[];
}

/** What occurred in a run. Unknown facts are missing, and a missing fact rules nothing out. */
export interface Occurred {
  readonly bodies?: readonly string[];
  readonly forms?: readonly string[];
  /** "listCategories 401" for each operation and status. */
  readonly responses?: readonly string[];
  readonly rateLimited: number;
  readonly startedEmpty: boolean;
}

/** Returns the operations that show a finding, or only `undefined` if no response shows it. */
export function operationsOf({ shownBy = [] }: Pick<Finding, 'shownBy'>): readonly (string | undefined)[] {
  return shownBy.length === 0 ? [undefined] : shownBy.map(({ operation }) => operation);
}

/** Returns how an operation shows a finding, or undefined if the operation does not show it. */
export function shownAt({ shownBy }: Pick<Finding, 'shownBy'>, operation?: string): ShownBy | undefined {
  return shownBy?.find((one) => one.operation === operation);
}

/** Returns the conditions under which a finding can occur again on one of its operations. */
export function conditionsOf(finding: Finding, operation?: string): Conditions {
  const { requirement, exchange, bodies, comparedWith, payload, alsoCorrect = [] } = finding;
  const shown = shownAt(finding, operation);
  // The report has a recorded exchange for only one of the operations.
  if (shown !== undefined && operation !== exchange?.request.again.operation)
    return conditionsOn(shown, finding);
  const { anyStatus, emptyStore } = traitsOf(requirement);
  const status = exchange?.response?.status;
  const needsResponse = status !== undefined && (anyStatus || needsLimited(finding));
  const before = exchange && comparedWith && carriedBefore(comparedWith.exchange, exchange);
  return definedOnly({
    bodies,
    forms:
      exchange && (before !== undefined || !needsResponse)
        ? [
            sentForm(exchange.request.again.operation, exchange.request.again.credential, before),
            ...(shown === undefined ? [] : otherForms(shown, requirement)),
          ]
        : undefined,
    response: needsResponse
      ? {
          operation: exchange?.request.again.operation ?? '',
          status,
          place: `${exchange?.request.method} ${exchange?.request.again.path}`,
        }
      : undefined,
    emptyStore: emptyStore && status !== undefined && alsoCorrect.length > 0 ? (true as const) : undefined,
    shownIn: needsResponse ? undefined : shownInOf(requirement, payload?.class, shown?.forms),
  });
}

/**
 * Returns the conditions under which an accepted failure can occur again, as far as its entry states them, because its
 * finding is in an earlier report.
 */
export function conditionsOfCarried(one: AcceptedFailure): Conditions {
  const { requirement, operation, credential = 'bearer', status, emptyStore, body } = one;
  const isOfBody = body !== undefined || traitsOf(requirement).invalidBodies === true;
  const isSent = !isOfBody && status === undefined && operation !== undefined;
  return definedOnly({
    // The body that failed is not known, so it cannot have been sent again.
    bodies: isOfBody ? (body === undefined ? [] : [digestOfKnown(body)]) : undefined,
    forms: isSent ? [sentForm(operation, credential)] : undefined,
    response:
      status !== undefined && operation !== undefined
        ? { operation, status, place: operationTitle(operation) }
        : undefined,
    emptyStore,
    shownIn: isSent || isOfBody ? shownInOf(requirement, body?.class, [credential]) : undefined,
  });
}

/** Returns the forms of the requests that showed a failure, if the forms identify them. */
function shownInOf(
  requirement: string,
  kind: string | undefined,
  credentials: readonly string[] | undefined,
): readonly string[] | undefined {
  if (traitsOf(requirement).invalidBodies) return kind === undefined ? undefined : [kind];
  return kind === undefined ? credentials : undefined;
}

/** Returns the conditions under which a finding can occur again on an operation whose exchange the report does not have. */
function conditionsOn(shown: ShownBy, finding: Finding): Conditions {
  const { operation, credential, status } = shown;
  const { anyStatus } = traitsOf(finding.requirement);
  if (status === undefined || !(anyStatus || status === 429))
    return {
      forms: [sentForm(operation, credential), ...otherForms(shown, finding.requirement)],
      ...definedOnly({ shownIn: shownInOf(finding.requirement, undefined, shown.forms) }),
    };
  return { response: { operation, status, place: operationTitle(operation) } };
}

/**
 * Returns the forms of the Authorization header that failed in addition to the one that the report shows. For invalid
 * bodies, the shown body is enough, because a run sends only some kinds of bodies.
 */
function otherForms({ operation, credential, forms = [] }: ShownBy, requirement: string): readonly string[] {
  if (traitsOf(requirement).invalidBodies) return [];
  return forms.filter((form) => form !== credential).map((form) => sentForm(operation, form));
}

/** Returns the credential of a request, if a request with a different credential followed it on its connection. */
function carriedBefore(one: RecordedExchange, { connection, request }: RecordedExchange): string | undefined {
  const { credential } = one.request.again;
  const isPair = connection !== undefined && connection === one.connection;
  return isPair && credential !== request.again.credential ? credential : undefined;
}

/** Checks whether only a 429 shows the finding. To get a 429, a run must use up the window. */
function needsLimited({ exchange }: Finding): boolean {
  return exchange?.response?.status === 429;
}

/** Checks whether the requests that showed a finding use up the window. */
export function needsProof(finding: Finding): boolean {
  const { requirement, sentFor = [] } = finding;
  return needsLimited(finding) || [requirement, ...sentFor].some(isOfProof);
}

/** Returns the requirements whose requests showed these findings, for `--only`. */
export function onlyFor(findings: readonly Finding[]): string[] {
  const ids = findings.flatMap((finding) => {
    const { requirement, sentFor = [] } = finding;
    const proof = needsLimited(finding) && !isOfProof(requirement) ? [plainListsFor.proof] : [];
    return [requirement, ...sentFor, ...proof];
  });
  return [...new Set(ids)];
}

/** Returns what occurred in a run. */
export function occurredIn(report: Report): Occurred {
  const { timeline, requests, sentBodies = [], sentForms, startedEmpty } = report;
  const responses = timeline.rows.flatMap(({ operation, status }) =>
    status === undefined ? [] : [`${operation} ${status}`],
  );
  return {
    bodies: sentBodies,
    ...definedOnly({ forms: sentForms }),
    ...(timeline.leftOut === 0 ? { responses: [...new Set(responses)] } : {}),
    rateLimited: requests.rateLimited,
    startedEmpty: startedEmpty === true,
  };
}

/** A failure of the same requirement on the same operation in a later run. */
interface LaterFailure {
  readonly forms: readonly string[];
  readonly wasThere: boolean;
}

/**
 * Checks whether a failure that no longer occurs may fail in another way now: in one of its forms or, if its forms are not
 * known, in any form that did not fail in this way before. The same rule decides whether to keep an accepted failure.
 */
export function failsInAnotherWay({ shownIn }: Conditions, later: readonly LaterFailure[]): boolean {
  return later.some(({ forms, wasThere }) =>
    shownIn === undefined || forms.length === 0 ? !wasThere : forms.some((form) => shownIn.includes(form)),
  );
}

/** Returns why a failure could not occur again, or undefined if it could. */
export function whyImpossible(
  { bodies, forms = [], response, emptyStore }: Conditions,
  occurred: Occurred,
): string | undefined {
  const { bodies: sent, forms: sentForms, responses } = occurred;
  if (bodies !== undefined && sent !== undefined && !bodies.some((digest) => sent.includes(digest)))
    return 'the body that failed was not sent again';
  if (response !== undefined) {
    const { operation, status, place } = response;
    const isMissing =
      status === 429
        ? occurred.rateLimited === 0
        : responses !== undefined && !responses.includes(`${operation} ${status}`);
    if (isMissing) return `the finding needs ${place} to return ${status}, which did not happen`;
  }
  const missing = sentForms === undefined ? undefined : forms.find((one) => !sentForms.includes(one));
  if (missing !== undefined)
    return missing.includes(' after ')
      ? 'the finding needs a request with another Authorization header first on the same connection, and no connection stayed open'
      : 'not all requests that failed were sent again in the same form';
  if (emptyStore && !occurred.startedEmpty)
    return 'the finding may need an empty list, and the list was not empty when the run began';
  return undefined;
}
