import {
  type Concluded,
  type Conclusion,
  conclusion,
  observe,
  probe,
  suite,
} from '../src/checks/built-in.ts';
import { post } from '../src/checks/requests.ts';
import { caseOf, causeOf, receivedOf } from '../src/exchange/answer.ts';
import { isServed, statusOf } from '../src/exchange/exchange.ts';
import { isCreation, isList, meaningOf } from '../src/exchange/picks.ts';
import { unstatedBodies } from '../src/payloads/unstated.ts';
import { bodySize, type SentBodies } from '../src/readings/outcomes.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { type Look, lenient, malformed, type PlainRefusal, refused, undecodable } from './looks.ts';
import { secondList } from './probes.ts';

export default suite('Refusing what is no NewCategory', [
  refusal('invalid.name-missing', 'an object without name is refused'),
  refusal('invalid.name-type', 'a name that is no text is refused'),
  refusal('invalid.description-type', 'a description that is no text is refused'),
  refusal('invalid.body-type', 'a body that is no object is refused'),
  refusal('invalid.body-empty', 'no body is refused'),
  judged('invalid.body-malformed', 'what is no JSON is refused', malformed),
  judged('invalid.body-lenient', 'extensions of JSON are refused', lenient),
  judged('invalid.body-bytes', 'bytes that are not UTF-8 are answered', undecodable),

  conclusion('invalid.nothing-stored', 'what was refused is not stored', ({ creations }) => {
    const { exercised, troubles, kept } = creations.nothingStored();
    const reason = 'no list was read after a marked body had been refused';
    return { exercised, occurrences: troubles, kept, reason };
  }),

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

  observe('invalid.null-description', 'what a null description gets', (exchange) => {
    const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
    const isNull = meaning?.kind === 'unstated' && meaning.because === 'a null description';
    return isNull ? receivedOf(exchange) : undefined;
  }),

  conclusion('invalid.unstated', 'whether it takes any further category', ({ creationCap }) => {
    const reached = creationCap.reached();
    if (reached === undefined) return undefined;
    const { created, shownBy } = reached;
    return { exercised: 1, seen: `one category more than the ${created} created: ${receivedOf(shownBy)}` };
  }),

  observe('invalid.unstated', 'what bodies get that are not specified', (exchange) => {
    if (exchange.sentFor !== 'invalid.unstated') return undefined;
    // What has to be refused all the same is for its own row to judge.
    if (isCreation(exchange) && meaningOf(exchange).kind === 'violates') return undefined;
    // Of the lists in between only one that the service no longer gives tells anything.
    return isList(exchange) ? undefined : `${exchange.purpose}: ${receivedOf(exchange)}`;
  }),
]);

function refusal(requirement: PlainRefusal, title: string): Conclusion {
  return judged(requirement, title, (exchange) => refused(exchange, requirement));
}

/**
 * A row about refused bodies, read from every answer. Where no valid body is accepted, another refusal than
 * 400 shows nothing about the body: it has no valid twin (reading 1).
 */
function judged(requirement: string, title: string, look: Look): Conclusion {
  return conclusion(requirement, title, ({ bodies, creationCap }) => {
    const all = bodies.all();
    const twin = all.some(({ first }) => meaningOf(first).kind === 'valid' && isServed(first));
    // Where the service refuses any further category, a refusal with the same status tells nothing either.
    const cap = creationCap.reached();
    const looked = all.filter(({ first }) => look(first) !== undefined);
    const kept = looked.filter(({ first }) => look(first) === 'kept');
    const wrong = looked.filter(({ first }) => look(first) !== 'kept');
    const shown = wrong.filter(
      ({ first }) => isServed(first) || (twin && causeOf(first) !== `answered ${cap?.status}`),
    );
    const classes = new Set(looked.map(({ first }) => caseOf(first))).size;
    const causes = [...new Set(shown.map(({ first }) => causeOf(first)))];
    const occurrences = causes.flatMap((cause) =>
      occurrencesOf(
        shown.filter(({ first }) => causeOf(first) === cause),
        classes,
        look,
      ),
    );
    return {
      exercised: [...kept, ...shown].reduce((sum, { count }) => sum + count, 0),
      occurrences,
      kept: kept.map(({ first, count }) => [caseOf(first), count] as const),
      reason:
        shown.length < wrong.length
          ? 'no valid body is accepted, so a refusal tells nothing (see create.created)'
          : 'no such body was sent and answered',
    };
  });
}

/** One finding for each cause: shown by its smallest body, with the classes that it is true of. */
function occurrencesOf(
  alike: readonly SentBodies[],
  classes: number,
  look: Look,
): NonNullable<Concluded['occurrences']> {
  const [met] = [...alike].sort((a, b) => a.firstPlace - b.firstPlace);
  const smallestFirst = [...alike].sort(
    (a, b) => bodySize(a.smallest) - bodySize(b.smallest) || a.place - b.place,
  );
  const kinds = new Set(alike.map(({ first }) => caseOf(first))).size;
  return smallestFirst.map(({ smallest: exchange, count }) => ({
    exchange,
    count,
    expected: look(exchange) ?? '',
    // Which kinds they are stands in the cases of the finding.
    received: `${receivedOf(exchange)}${classes < 2 ? '' : `, for ${kinds} of ${classes} kinds of such bodies`}`,
    cause: causeOf(exchange),
    instance: caseOf(exchange),
    ...definedOnly({ firstFound: met?.first }),
  }));
}
