import { plainList, post, request } from '../src/checks/requests.ts';
import {
  type Concluded,
  type Conclusion,
  check,
  conclusion,
  type Needs,
  observe,
  type Probe,
  probe,
  suite,
} from '../src/checks/vocabulary.ts';
import {
  type Exchange,
  gaveUpOnEnd,
  type HttpRequest,
  hasResponse,
  isServed,
  statusOf,
  wasClosedOnEnd,
} from '../src/exchange/exchange.ts';
import { isAddedWithBody, isCreation, isList, isOfAdded, meaningOf } from '../src/exchange/picks.ts';
import { caseOf, causeOf, receivedOf } from '../src/exchange/response.ts';
import type { RefusalId } from '../src/payloads/classify.ts';
import { type Draft, type FaultClass, isMarked, renderDraft } from '../src/payloads/fault-class.ts';
import type { Generated } from '../src/payloads/generate.ts';
import { poisonBodies, unstatedBodies } from '../src/payloads/unstated.ts';
import { bodySize, isLarge, type SentBodies } from '../src/readings/outcomes.ts';
import { traitsOf } from '../src/spec/catalog.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { grouped } from '../src/text/grouped.ts';
import { counted } from '../src/text/layout.ts';
import { marked, secondList, whatWasLost } from './shared.ts';

/**
 * Judges a response to an invalid body. Returns 'met' if it is correct, the expected response if it is wrong, or undefined if
 * it is not relevant.
 */
type Look = (exchange: Exchange) => 'met' | string | undefined;

const refusals: readonly (readonly [requirement: RefusalId, title: string])[] = [
  ['invalid.name-missing', 'an object without name is refused'],
  ['invalid.name-type', 'a non-string name is refused'],
  ['invalid.description-type', 'a description of another type is refused'],
  ['invalid.body-type', 'a body that is not an object is refused'],
  ['invalid.body-empty', 'an empty body is refused'],
  ['invalid.body-malformed', 'a body that is not JSON is refused'],
  ['invalid.body-lenient', 'extensions of JSON are refused'],
  ['invalid.body-bytes', 'bytes that are not UTF-8 cause no 5xx or cut connection'],
];

const poisonNeeds = { priority: 1, profiles: ['thorough'] } as const;

/** Bodies that a faulty server may fail on, each with the list that shows whether the server did. */
const poisonSteps = poisonBodies.map(({ name, body, creates }) => ({
  sent: probe('invalid.unstated', name, { ...poisonNeeds, creates: creates ? 1 : 0 }, (maker) =>
    marked(maker, body),
  ),
  afterwards: probe('invalid.unstated', `the list after ${name}`, poisonNeeds, plainList),
}));

export default suite('Refusing invalid bodies', [
  ...refusals.map(([requirement, title]) =>
    judged(requirement, title, (exchange) => {
      const [judging, shown] = lookAt(exchange) ?? [];
      return judging === requirement ? shown : undefined;
    }),
  ),

  conclusion(
    'invalid.nothing-stored',
    'bodies that returned 400, 401 or 429 are not stored',
    ({ creations, unread }) => {
      const { tested, troubles, alsoCorrect } = creations.nothingStored();
      // A list that was not read may show categories that no other list shows.
      const cap = unread.list();
      if (cap !== undefined) return { occurrences: troubles, reason: reason('list-not-read', cap) };
      const inPart = whatWasLost(creations);
      return { tested, occurrences: troubles, alsoCorrect, reason: reason('no-marked-refusal'), inPart };
    },
  ),

  ...unstatedBodies.map((unstated, index) =>
    probe(
      unstated.requirement,
      unstated.name,
      { priority: 100 - index, profiles: ['thorough'], after: secondList },
      (maker) => marked(maker, unstated.body, definedOnly({ contentType: unstated.contentType })),
    ),
  ),

  judged('invalid.either', 'an unspecified value is accepted or refused', (exchange) => {
    if (exchange.sentFor !== 'invalid.either' || !isCreation(exchange)) return undefined;
    return [201, 400].includes(statusOf(exchange) ?? 0) ? 'met' : 'status 201 or 400';
  }),

  observe('invalid.null-description', 'the response to a null description', (exchange) => {
    const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
    const isNull = meaning?.kind === 'unstated' && meaning.because === 'a null description';
    return isNull ? receivedOf(exchange) : undefined;
  }),

  conclusion('invalid.unstated', 'whether more categories are accepted', ({ creationCap }) => {
    const reached = creationCap.reached();
    if (reached === undefined) return undefined;
    const { created, shownBy } = reached;
    return {
      tested: 1,
      seen: `one more category after ${counted(created, 'category', 'categories')}: ${receivedOf(shownBy)}`,
    };
  }),

  observe('invalid.unstated', 'responses to unspecified bodies', (exchange) => {
    if (exchange.sentFor !== 'invalid.unstated') return undefined;
    // Invalid bodies are judged by their own requirements.
    if (isCreation(exchange) && meaningOf(exchange).kind === 'violates') return undefined;
    // The lists in between matter only if they fail.
    return isList(exchange) ? undefined : `${exchange.purpose}: ${receivedOf(exchange)}`;
  }),

  check(
    'invalid.unstated',
    'bodies that a faulty server may store and then fail on, up to the first failure',
    {
      ...poisonNeeds,
      withKey: 1,
      spare: 1,
      mayBreak: poisonSteps.length,
      uses: poisonSteps.flatMap(({ sent, afterwards }) => [sent, afterwards]),
      phase: 'last',
    },
    async (tools) => {
      const { listHealth } = tools.readings;
      for (const { sent, afterwards } of poisonSteps) {
        await tools.probe(sent);
        await tools.probe(afterwards);
        if (listHealth.needsList()) break;
      }
      // A list that failed is read again.
      if (listHealth.needsList()) await tools.send(plainList);
    },
  ),
]);

/**
 * Judges a requirement on invalid bodies from all responses. A refusal other than 400 is judged only if a valid body (the
 * control) is accepted.
 */
function judged(requirement: string, title: string, look: Look, isAdded = false): Conclusion {
  return conclusion(requirement, title, ({ bodies, creationCap }) => {
    const all = bodies.all().filter(({ first }) => isOfAdded(first) === isAdded);
    const control = all.some(({ first }) => meaningOf(first).kind === 'valid' && isServed(first));
    // If the server accepts no more categories, a refusal with the same status is not judged.
    const cap = isAdded ? undefined : creationCap.reached();
    const looked = all.filter(({ first }) => look(first) !== undefined);
    const alsoCorrect = looked.filter(({ first }) => look(first) === 'met');
    const wrong = looked.filter(({ first }) => look(first) !== 'met');
    const shown = wrong.filter(
      ({ first }) => isServed(first) || (control && (cap === undefined || statusOf(first) !== cap.status)),
    );
    const byCause = grouped(shown, ({ first }) => causeOf(first));
    return {
      tested: [...alsoCorrect, ...shown].reduce((sum, { count }) => sum + count, 0),
      occurrences: [...byCause.values()].flatMap((alike) => occurrencesOf(alike, look)),
      alsoCorrect: alsoCorrect.map(({ first, count }) => [caseOf(first), count, first] as const),
      reason:
        shown.length === wrong.length ? dependent : reason(control ? 'no-more-categories' : 'no-valid-body'),
    };
  });
}

/** Judges a requirement of a custom check from the responses to invalid bodies that the kit made for it. */
export function judgedBodies(requirement: string): Conclusion {
  const look: Look = (exchange) => {
    const [judging, shown] = lookAt(exchange) ?? [];
    return judging === requirement ? shown : undefined;
  };
  return judged(requirement, 'generated invalid bodies are refused', look, true);
}

/**
 * Describes the violations with the same cause, smallest body first. `alike` lists the bodies in the order in which they were
 * sent.
 */
function occurrencesOf(alike: readonly SentBodies[], look: Look): NonNullable<Concluded['occurrences']> {
  const [met] = alike;
  const smallestFirst = alike.toSorted(
    (a, b) => bodySize(a.smallest) - bodySize(b.smallest) || a.place - b.place,
  );
  return smallestFirst.map(({ smallest: exchange, count }) => ({
    exchange,
    count,
    expected: look(exchange) ?? '',
    received: receivedOf(exchange),
    cause: causeOf(exchange),
    instance: caseOf(exchange),
    ...definedOnly({ firstFound: met?.first }),
  }));
}

/** Returns the requirement that the response to an invalid body violates. A smaller body must violate it, too. */
export function violatedRequirement(exchange: Exchange): string | undefined {
  const [requirement, shown] = lookAt(exchange) ?? [];
  return shown === 'met' || statusOf(exchange) === 401 ? undefined : requirement;
}

/** Returns the requirement that judges the response to an invalid body, with its judgment. */
function lookAt(exchange: Exchange): readonly [string, 'met' | string] | undefined {
  const isLooked = isCreation(exchange) || isAddedWithBody(exchange);
  const meaning = isLooked ? meaningOf(exchange) : undefined;
  if (meaning?.kind !== 'violates') return undefined;
  const { requirement } = meaning;
  if (exchange.request.framing === 'short') return lookAtEnd(exchange);
  const status = statusOf(exchange) ?? 0;
  const only400 = (id: string) => [id, status === 400 ? 'met' : 'status 400'] as const;
  switch (requirement) {
    case 'invalid.body-bytes': {
      // Bytes that are not UTF-8 may be accepted or refused, but must not cause an error or cut the connection.
      const isMet = isServed(exchange) || (status >= 400 && status < 500);
      return [requirement, isMet ? 'met' : 'any 2xx or 4xx'];
    }
    case 'invalid.body-lenient':
      // A parser with extensions may accept the body. Any other response is judged like one to a body that is not JSON.
      return only400(status === 400 || status === 201 ? requirement : 'invalid.body-malformed');
    case 'invalid.body-empty':
      // Whitespace counts as no body if it is accepted, and otherwise as a body that is not JSON.
      return only400(bodySize(exchange) > 0 && !isServed(exchange) ? 'invalid.body-malformed' : requirement);
    default:
      return status === 413 && isLarge(exchange) && requirement !== 'invalid.body-malformed'
        ? [requirement, 'met']
        : only400(requirement);
  }
}

/**
 * Judges the response to a body that ended early. RFC 9112, section 8, lets a server send an error or close the connection
 * without a response, so any 4xx is correct (Go's usual limit on bodies returns 413), and so is an empty 200. A missing response
 * decides nothing.
 */
function lookAtEnd(exchange: Exchange): readonly [RefusalId, 'met' | string] | undefined {
  const status = statusOf(exchange) ?? 0;
  const isMet = wasClosedOnEnd(exchange) || gaveUpOnEnd(exchange) || (status >= 400 && status < 500);
  if (!isMet && !hasResponse(exchange)) return undefined;
  return ['invalid.body-malformed', isMet ? 'met' : 'status 400 or another 4xx, or a closed connection'];
}

/**
 * The first bodies of all classes alternate with the other checks. Further bodies come after everything that is sent once, so
 * that a small budget is spent on those requests first.
 */
const priorityOfFirst = 960;
const step = 7;
const priorityOfSecond = 600;
/** Bodies that the kit generates never get a lower priority than this, no matter how many there are. */
const priorityOfLast = -1;
/**
 * Bodies that the target may store have at most this priority if the budget of categories is too small for all of them. In
 * that case, they come after every POST of a `gentle` run.
 */
const priorityOfStored = 850;

/** Shows which of the bodies that were sent after the last list were stored. */
const listInNextWindow = probe(
  'list.ok',
  'the list after the bodies of the next window',
  { priority: priorityOfLast - 1, inNextWindow: 'optional', ifRoom: true },
  plainList,
);

/** Checks whether a conforming server may store a body. Each stored body uses one category of the budget. */
export function mayBeStored({ faultClass: { unstated, requirement } }: Generated): boolean {
  return unstated || traitsOf(requirement).mayBeAccepted === true;
}

/**
 * Makes the probes of generated bodies in order: one body of every class before a second one of any class. The bodies after the
 * first `inWindow` wait for the next window, and a list follows them. A body that ends early also waits, because it may crash a
 * server that does not expect the connection to close, and by then, everything else has been judged.
 *
 * `storedLast` is set if the budget of categories is too small for all bodies that the target may store. These bodies then
 * follow everything else, because no POST is sent once the budget is used up. The turn decides which of them comes first.
 */
export function bodyProbes(
  generated: readonly Generated[],
  inWindow: number,
  storedLast: { readonly turn: number } | undefined,
): Probe[] {
  const early = generated.filter(({ faultClass }) => faultClass.framing === 'short');
  const whole = generated.filter((body) => !early.includes(body));
  const stored = storedLast === undefined ? [] : whole.filter(mayBeStored);
  // This is not the turn itself, because the turn also selects the family of each class.
  const most = Math.max(1, stored.length);
  const first = Math.floor((storedLast?.turn ?? 0) / most) % most;
  const inOrder = [
    ...whole.filter((body) => !stored.includes(body)),
    ...stored.slice(first),
    ...stored.slice(0, first),
  ];
  const classes = new Set(whole.map(({ faultClass }) => faultClass)).size;
  const probes = inOrder.map((body, index) => {
    const { faultClass, draft } = body;
    const priority =
      index < classes
        ? Math.max(priorityOfSecond + 1, priorityOfFirst - index * step)
        : Math.max(priorityOfLast, priorityOfSecond - (index - classes));
    // Further bodies of a class, and bodies of classes that take turns, are sent only if there is room.
    const isExtra = index >= classes || faultClass.turn !== 'required';
    const ifRoom = isExtra ? { ifRoom: true as const } : {};
    // A body in the next window need not precede a request without the key, because requests without the key come before the
    // proof.
    const where =
      index < inWindow
        ? placeOf(faultClass, draft)
        : { inNextWindow: faultClass.isTelling ? ('needed' as const) : ('optional' as const) };
    const afterAll = stored.includes(body) ? Math.min(priority, priorityOfStored) : priority;
    return bodyProbe(body, { priority: afterAll, ...where, ...ifRoom });
  });
  const last = early.map((body) => bodyProbe(body, { priority: priorityOfLast, inNextWindow: 'optional' }));
  const all = [...probes, ...last];
  return all.some(({ needs }) => needs.inNextWindow !== undefined) ? [...all, listInNextWindow] : all;
}

/** Makes the probes of the bodies of custom checks. They come last, if there is room. */
export function addedBodyProbes(
  generated: readonly Generated[],
  cleanupOf: (operation: string) => Needs['cleanup'],
): Probe[] {
  return generated.map((body) => {
    const cleanup = cleanupOf(body.faultClass.added?.operation.id ?? '');
    const needs = { priority: priorityOfLast - 2, inNextWindow: 'optional', ifRoom: true } as const;
    return bodyProbe(body, { ...needs, ...definedOnly({ cleanup }) });
  });
}

function bodyProbe(body: Generated, needs: Needs): Probe {
  const { faultClass, draft } = body;
  const creates = faultClass.unstated ? 1 : 0;
  const { added } = faultClass;
  const after = added === undefined ? { after: secondList } : {};
  const posts = (added?.operation.method ?? 'POST') === 'POST' ? { posts: true as const } : {};
  const all = { ...needs, creates, ...posts, ...after };
  const sent = probe(faultClass.requirement, draft.label, all, ({ name }) => requestFor(body, name));
  return { ...sent, unshared: true as const };
}

/** Returns which connection a body may use. A body with an unusual framing has a connection of its own. */
function placeOf({ framing }: FaultClass, { text }: Draft): Pick<Needs, 'onKept' | 'carries'> {
  if (framing !== undefined) return {};
  // A request without a body shows whether the server uses a body that was left on the connection or in memory.
  return text === '' ? { onKept: true } : { carries: true };
}

/** Builds the request for a generated body, with a mark if its fault allows one. */
export function requestFor(body: Generated, name: () => string): HttpRequest {
  const mark = isMarked(body.draft) ? name() : undefined;
  const { framing, added } = body.faultClass;
  const bytes = renderDraft(body.draft, mark ?? '');
  return {
    ...(added === undefined
      ? post(bytes, definedOnly({ mark }))
      : request(added.operation, definedOnly({ body: bytes, mark }))),
    ...definedOnly({ framing }),
    generated: body,
  };
}
