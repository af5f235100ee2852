import { causeOf, receivedOf } from '../src/expect/answer.ts';
import { isCreation, isList, meaningOf } from '../src/expect/picks.ts';
import { post } from '../src/kit/requests.ts';
import { type Probe, probe, suite, type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, type HttpRequest, isServed, statusOf } from '../src/model/exchange.ts';
import type { Fold, Occurrence } from '../src/model/finding.ts';
import type { RefusalId } from '../src/payloads/classify.ts';
import { isMarked, render } from '../src/payloads/draft.ts';
import type { Drawn } from '../src/payloads/draw.ts';
import { unstatedBodies } from '../src/payloads/unstated.ts';
import { observeExchanges } from './observe.ts';
import { secondList } from './probes.ts';

/**
 * The first bodies of the classes take turns with the other checks, step by step: which come before which is written
 * in their `worth`. Second ones come after everything that is sent once, so that a small budget meets all of that first.
 */
const worthOfFirst = 960;
const step = 8;
const worthOfSecond = 600;

/** In bytes. */
const largestPlain = 1_000;

/** Requests for drawn bodies, in the order they were drawn: every class once before any twice. */
export function refusedBodies(drawn: readonly Drawn[]): Probe[] {
  const classes = new Set(drawn.map(({ faultClass }) => faultClass)).size;
  return drawn.map((body, index) => {
    const worth = index < classes ? worthOfFirst - index * step : worthOfSecond - (index - classes);
    return probe(body.faultClass.requirement, body.draft.label, { worth, after: secondList }, ({ name }) =>
      requestFor(body, name),
    );
  });
}

/** The request that sends a drawn body, with a mark wherever its fault leaves room. */
export function requestFor(body: Drawn, name: () => string): HttpRequest {
  const mark = isMarked(body.draft) ? name() : undefined;
  const request = post(render(body.draft, mark ?? ''), mark === undefined ? {} : { mark });
  return { ...request, drawn: body };
}

export default suite('Refusing what is no NewCategory', [
  refusal('invalid.name-missing', 'an object without name is refused'),
  refusal('invalid.name-type', 'a name that is no text is refused'),
  refusal('invalid.description-type', 'a description that is no text is refused'),
  refusal('invalid.body-type', 'a body that is no object is refused'),
  refusal('invalid.body-empty', 'no body is refused'),
  judged('invalid.body-malformed', 'what is no JSON is refused', malformed),
  judged('invalid.body-lenient', 'extensions of JSON are refused', lenient),
  judged('invalid.body-bytes', 'bytes that are not UTF-8 are answered', undecodable),

  wholeRun('invalid.nothing-stored', 'what was refused is not stored', ({ creations }) => ({
    step: () => {},
    end: () => {
      const { exercised, troubles, kept } = creations.nothingStored();
      return {
        exercised,
        occurrences: troubles,
        kept,
        reason: 'no list was read after a marked body had been refused',
      };
    },
  })),

  ...unstatedBodies.map((unstated, index) =>
    probe(
      unstated.requirement,
      unstated.name,
      { worth: 100 - index, profiles: ['thorough'], after: secondList },
      ({ name }) => {
        const mark = name();
        const { contentType } = unstated;
        return post(unstated.body(mark), { mark, ...(contentType === undefined ? {} : { contentType }) });
      },
    ),
  ),

  judged('invalid.either', 'an unstated value is taken or refused', (exchange) => {
    if (exchange.sentFor !== 'invalid.either' || !isCreation(exchange)) return undefined;
    return [201, 400].includes(statusOf(exchange) ?? 0) ? 'kept' : 'status 201 or 400';
  }),

  observeExchanges('invalid.null-description', 'what a null description gets', (exchange) => {
    const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
    const isNull = meaning?.kind === 'unstated' && meaning.because === 'a null description';
    return isNull ? receivedOf(exchange) : undefined;
  }),

  observeExchanges('invalid.unstated', 'what bodies get that are not specified', (exchange) => {
    if (exchange.sentFor !== 'invalid.unstated') return undefined;
    // Of the lists in between only one that the service no longer gives tells anything.
    return isList(exchange) ? undefined : `${exchange.purpose}: ${receivedOf(exchange)}`;
  }),
]);

/** Whether an answer keeps the row; `undefined` where it is not the row's to judge, else what was expected. */
type Look = (exchange: Exchange) => 'kept' | string | undefined;

/** The rows whose bodies are answered 400 and nothing else. */
const refusals = [
  'invalid.name-missing',
  'invalid.name-type',
  'invalid.description-type',
  'invalid.body-type',
  'invalid.body-empty',
] as const;

function refusal(requirement: (typeof refusals)[number], title: string): WholeRun {
  return judged(requirement, title, (exchange) => refused(exchange, requirement));
}

function refused(exchange: Exchange, requirement: (typeof refusals)[number]): ReturnType<Look> {
  if (!violates(exchange, requirement)) return undefined;
  if (requirement === 'invalid.body-empty' && isBlank(exchange)) {
    // Accepted, white space stands for no body; another refusal than 400 is how the server meets what is no JSON.
    return isServed(exchange) ? 'status 400' : undefined;
  }
  const status = statusOf(exchange);
  return status === 400 || (status === 413 && isLarge(exchange)) ? 'kept' : 'status 400';
}

/** Size limits of bodies are not shown: one that is far larger than any plain category may be refused for that. */
function isLarge(exchange: Exchange): boolean {
  return bodySize(exchange) > largestPlain;
}

function isBlank({ request }: Exchange): boolean {
  return (request.body?.length ?? 0) > 0;
}

/** Cut short and other formats are answered 400; what a lenient parser may accept is at least answered 400 or 201. */
function malformed(exchange: Exchange): ReturnType<Look> {
  const status = statusOf(exchange);
  const blank = violates(exchange, 'invalid.body-empty') && isBlank(exchange) && !isServed(exchange);
  if (blank || violates(exchange, 'invalid.body-malformed')) return status === 400 ? 'kept' : 'status 400';
  if (!violates(exchange, 'invalid.body-lenient')) return undefined;
  return status === 400 || status === 201 ? undefined : 'status 400';
}

function lenient(exchange: Exchange): ReturnType<Look> {
  if (!violates(exchange, 'invalid.body-lenient')) return undefined;
  const status = statusOf(exchange);
  if (status === 400) return 'kept';
  return status === 201 ? 'status 400' : undefined;
}

function undecodable(exchange: Exchange): ReturnType<Look> {
  if (!violates(exchange, 'invalid.body-bytes')) return undefined;
  const status = statusOf(exchange) ?? 0;
  return isServed(exchange) || (status >= 400 && status < 500) ? 'kept' : 'any 2xx or 4xx';
}

function violates(exchange: Exchange, requirement: RefusalId): boolean {
  const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
  return meaning?.kind === 'violates' && meaning.requirement === requirement;
}

/** The rows that judge refused bodies, with what each makes of an answer. */
const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ...refusals.map((id) => [id, (exchange: Exchange) => refused(exchange, id)] as const),
  ['invalid.body-malformed', malformed],
  ['invalid.body-lenient', lenient],
  ['invalid.body-bytes', undecodable],
]);

/** The row that an answer to a refused body breaks, or undefined where it breaks none: what a smaller body must break, too. */
export function brokenRow(exchange: Exchange): string | undefined {
  if (statusOf(exchange) === 401) return undefined;
  for (const [row, look] of looks) {
    const result = look(exchange);
    if (result !== undefined && result !== 'kept') return row;
  }
  return undefined;
}

interface Found {
  readonly exchange: Exchange;
  readonly expected: string;
  readonly accepted: boolean;
}

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
function judged(requirement: string, title: string, look: Look): WholeRun {
  return wholeRun(requirement, title, (): Fold => {
    const found: Found[] = [];
    const classes = new Set<string>();
    const kept: string[] = [];
    let twins = 0;
    return {
      step(exchange) {
        const accepted = isServed(exchange);
        if (isCreation(exchange) && meaningOf(exchange).kind === 'valid' && accepted) twins++;
        const result = statusOf(exchange) === 401 ? undefined : look(exchange);
        if (result === undefined) return;
        classes.add(faultOf(exchange));
        if (result === 'kept') kept.push(faultOf(exchange));
        else found.push({ exchange, expected: result, accepted });
      },
      end() {
        const shown = found.filter(({ accepted }) => accepted || twins > 0);
        return {
          exercised: kept.length + shown.length,
          occurrences: occurrencesOf(shown, classes.size),
          kept,
          reason:
            shown.length < found.length
              ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
              : 'no such body was answered',
        };
      },
    };
  });
}

/** One finding for each cause: shown by its smallest body, with the classes that it is true of. */
function occurrencesOf(found: readonly Found[], classes: number): Omit<Occurrence, 'requirement'>[] {
  const byCause = new Map<string, Found[]>();
  for (const one of found) {
    const cause = causeOf(one.exchange);
    byCause.set(cause, [...(byCause.get(cause) ?? []), one]);
  }
  return [...byCause].flatMap(([cause, group]) => {
    const faults = new Set(group.map(({ exchange }) => faultOf(exchange)));
    const firstFound = group[0]?.exchange;
    const smallestFirst = [...group].sort((a, b) => bodySize(a.exchange) - bodySize(b.exchange));
    return smallestFirst.map(({ exchange, expected }) => ({
      exchange,
      expected,
      received: `${receivedOf(exchange)}${ofKinds(faults.size, classes)}`,
      cause,
      instance: faultOf(exchange),
      ...(firstFound === undefined ? {} : { firstFound }),
    }));
  });
}

/** Of how many kinds of such bodies it is true; which they are stands in the cases of the finding. */
function ofKinds(faults: number, classes: number): string {
  return classes < 2 ? '' : `, for ${faults} of ${classes} kinds of such bodies`;
}

function faultOf({ request, purpose }: Exchange): string {
  return request.drawn?.faultClass.fault ?? purpose;
}

function bodySize({ request }: Exchange): number {
  return request.body?.length ?? 0;
}
