import { causeOf, receivedOf } from '../src/expect/answer.ts';
import { isCreation, meaningOf } from '../src/expect/picks.ts';
import { post } from '../src/kit/requests.ts';
import { type Probe, probe, suite, type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, statusOf } from '../src/model/exchange.ts';
import type { Fold, Occurrence } from '../src/model/finding.ts';
import type { RefusalId } from '../src/payloads/classify.ts';
import { type FaultClass, faultClasses } from '../src/payloads/fault-classes.ts';
import { unstatedBodies } from '../src/payloads/unstated.ts';
import { observeExchanges } from './observe.ts';
import { secondList } from './probes.ts';

/** The first body of each class is worth more than any second one, so that a small budget meets every class. */
const worthOfFirst = 960;
const worthOfSecond = 380;

export default suite('Refusing what is no NewCategory', [
  ...faultClasses.flatMap(probesOf),

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
      const { exercised, troubles } = creations.nothingStored();
      return {
        exercised,
        occurrences: troubles,
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
    if (exchange.sentFor !== 'invalid.either') return undefined;
    return [201, 400].includes(statusOf(exchange) ?? 0) ? 'kept' : 'status 201 or 400';
  }),

  observeExchanges('invalid.null-description', 'what a null description gets', (exchange) => {
    const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
    const isNull = meaning?.kind === 'unstated' && meaning.because === 'a null description';
    return isNull ? receivedOf(exchange) : undefined;
  }),

  observeExchanges('invalid.unstated', 'what bodies get that are not specified', (exchange) =>
    exchange.sentFor === 'invalid.unstated' ? `${exchange.purpose}: ${receivedOf(exchange)}` : undefined,
  ),
]);

function probesOf(fault: FaultClass, classIndex: number): Probe[] {
  return fault.instances.map((instance, index) => {
    const worth = index === 0 ? worthOfFirst - classIndex : worthOfSecond - index * 20 - classIndex;
    return probe(fault.requirement, instance.name, { worth, after: secondList }, ({ name }) => {
      const mark = instance.marked ? name() : undefined;
      return post(instance.body(mark ?? ''), mark === undefined ? {} : { mark });
    });
  });
}

/** Whether an answer keeps the row; `undefined` where it is not the row's to judge, else what was expected. */
type Look = (exchange: Exchange) => 'kept' | string | undefined;

function refusal(requirement: RefusalId, title: string): WholeRun {
  return judged(requirement, title, (exchange) => {
    if (!violates(exchange, requirement)) return undefined;
    return statusOf(exchange) === 400 ? 'kept' : 'status 400';
  });
}

/** Cut short and other formats are answered 400; what a lenient parser may accept is at least answered 400 or 201. */
function malformed(exchange: Exchange): ReturnType<Look> {
  const status = statusOf(exchange);
  if (violates(exchange, 'invalid.body-malformed')) return status === 400 ? 'kept' : 'status 400';
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
  const answered = (status >= 200 && status < 300) || (status >= 400 && status < 500);
  return answered ? 'kept' : 'any 2xx or 4xx';
}

function violates(exchange: Exchange, requirement: RefusalId): boolean {
  const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
  return meaning?.kind === 'violates' && meaning.requirement === requirement;
}

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
function judged(requirement: string, title: string, look: Look): WholeRun {
  return wholeRun(requirement, title, (): Fold => {
    const found: (Omit<Occurrence, 'requirement'> & { readonly accepted: boolean })[] = [];
    let kept = 0;
    let twins = 0;
    let withoutTwin = 0;
    return {
      step(exchange) {
        const status = statusOf(exchange);
        const accepted = status !== undefined && status >= 200 && status < 300;
        if (isCreation(exchange) && meaningOf(exchange).kind === 'valid' && accepted) twins++;
        const result = status === 401 ? undefined : look(exchange);
        if (result === 'kept') kept++;
        else if (result !== undefined) {
          found.push({
            exchange,
            expected: result,
            received: receivedOf(exchange),
            cause: causeOf(exchange),
            instance: exchange.purpose,
            accepted,
          });
        }
      },
      end() {
        const occurrences = found.filter(({ accepted }) => accepted || twins > 0);
        withoutTwin = found.length - occurrences.length;
        return {
          exercised: kept + occurrences.length,
          occurrences,
          reason:
            withoutTwin > 0
              ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
              : 'no such body was answered',
        };
      },
    };
  });
}
