import { bodyProblem, expectStatus, notTested, unmet } from '../src/checks/expectations.ts';
import { plainList } from '../src/checks/requests.ts';
import { check, conclusion, everyResponse, probe, suite } from '../src/checks/vocabulary.ts';
import { type Exchange, isServed, type Responded, statusOf } from '../src/exchange/exchange.ts';
import type { Mismatch } from '../src/exchange/finding.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { isList, isListRequest, meaningOf } from '../src/exchange/picks.ts';
import { caseOf, elementsOf, jsonOf, receivedOf } from '../src/exchange/response.ts';
import { describeValue, schemaErrors, typeName } from '../src/exchange/validate.ts';
import { isObject, type JsonValue } from '../src/json/read.ts';
import type { Readings } from '../src/readings/readings.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import { grouped } from '../src/text/grouped.ts';
import { expectJsonType, expectNoSlash, firstList, secondList, whatWasLost } from './shared.ts';

/** The requirements that can be judged only from a readable list. */
const onLists = ['list.category', 'list.ids-unique', 'list.complete', 'list.media-type', 'list.page-marks'];

export default suite('Listing categories', [
  firstList,

  secondList,

  // This list may show categories that are only partly written so far.
  probe(
    'list.ok',
    'the list while categories are created',
    { priority: 941, after: secondList, inBurst: true, profiles: ['standard', 'thorough'] },
    plainList,
  ),

  check(
    'list.ok',
    'the list at the end',
    {
      priority: 0,
      withKey: 2,
      spare: 1,
      controls: 1,
      phase: 'settled',
      onListConnection: true,
      onlySends: true,
    },
    async ({ send, control, wait, monotonic, readings }) => {
      const { lists, creations, listHealth, listingDelayMs } = readings;
      // A new category may take a while to appear, so the check waits, but only if one is missing.
      const waitIfMissing = async (): Promise<boolean> => {
        if (!creations.awaited() || listHealth.broken() !== undefined) return false;
        const ms = (creations.lastCreation() ?? 0) + listingDelayMs - monotonic();
        const seconds = listingDelayMs / 1_000;
        if (ms > 0) await wait(ms, `for a new category to appear in the list (it may take ${seconds} s)`);
        return true;
      };
      const waited = await waitIfMissing();
      // A newer list may come from another worker, whose cache the creation cleared.
      const isWanted = lists.newest().length === 0 || creations.lastCreation() !== undefined;
      let first: Exchange | undefined;
      if (waited || (isWanted && listHealth.broken() === undefined) || listHealth.needsList())
        first = await send(plainList);
      if ((!waited && (await waitIfMissing())) || listHealth.needsList()) {
        const second = await send(plainList);
        // If the server closed the connection meanwhile, another worker may have served this list. Another worker may also be the
        // reason if everything is missing.
        const isOther = first !== undefined && second.connection !== first.connection;
        if (creations.lost() > 0 || (isOther && !creations.awaited()))
          await control(
            'the list on another connection, because an earlier list lacked a category',
            plainList,
          );
      }
    },
  ),

  everyResponse(
    'list.ok',
    'GET /categories returns a list',
    isListRequest,
    (exchange, { base, ban }: Readings) => {
      if (ban.shownBy() !== undefined) notTested(reason('ban'));
      expectNoSlash(exchange, base);
      if (statusOf(exchange) === 401) notTested(dependent);
      if (!isList(exchange)) return expectStatus(exchange, 200);
      const value = jsonOf(exchange);
      if (value === undefined) expectArray(bodyProblem(exchange), 'the list is not JSON');
      if (!Array.isArray(value)) expectArray(wrapperWords(value), 'the list is not an array');
    },
  ),

  conclusion('list.ok', 'the list stays readable', ({ listHealth }) => {
    const broken = listHealth.broken();
    if (broken === undefined) return undefined;
    // Only the first candidates are named in the finding.
    const candidates = broken.candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
    const isByBody = isFailure(broken.list);
    const [comparedWith] = isByBody ? candidates : [];
    const occurrence = {
      exchange: broken.list,
      expected: 'the list, as before',
      received: brokenWords(broken.list),
      cause: 'a request body broke the list',
      outcome: 'failed' as const,
      ...definedOnly({ comparedWith, context: isByBody ? brokenBy(candidates) : undefined }),
    };
    return { occurrences: [occurrence], supersedes: true };
  }),

  everyResponse(
    'list.category',
    'every element is a Category',
    isList,
    (exchange, { creations }: Readings) => {
      const elements = listed(exchange);
      if (elements.length === 0) notTested(reason('empty-list'));
      const causes = new Map<string, number>();
      const foreign: bigint[] = [];
      const ours: Place[] = [];
      const others: Place[] = [];
      let wrong = 0;
      for (const [place, element] of elements.entries()) {
        if (wrong === maxWrong) break;
        const errors = schemaErrors('Category', element);
        if (errors.length === 0 || creations.isOfEarlierRun(element)) continue;
        if (isObject(element) && creations.isConsequence(element)) continue;
        wrong++;
        const id = isObject(element) ? element['id'] : undefined;
        const isOurs = creations.isOfThisRun(element);
        if (typeof id === 'bigint' && !isOurs) foreign.push(id);
        for (const { pointer, property, expected, received, type } of errors) {
          (isOurs ? ours : others).push({
            pointer: `/${place}${pointer}`,
            ...(typeof id === 'bigint' ? { id: String(id) } : {}),
            // Elements of other clients are shown only by type, because reports must not show their data.
            value: isOurs ? received : type,
          });
          const cause = `${property || 'an element'} is ${type}, not ${expected}`;
          causes.set(cause, (causes.get(cause) ?? 0) + 1);
        }
      }
      if (causes.size === 0) return;
      const counts = [...causes].map(([cause, count]) => `${cause} (${count} of ${elements.length})`);
      const more = wrong === maxWrong ? `; checked only the first ${maxWrong}` : '';
      // The report shows only elements of this run, and marks the first place.
      const at = [...ours, ...others].slice(0, maxPlacesShown);
      unmet(
        'an array of Categories',
        `${counts.join('; ')}${more}${foreignWords(foreign)}`,
        [...causes.keys()].sort().join('; '),
        { at },
      );
    },
  ),

  everyResponse('list.ids-unique', 'no two elements share an id', isList, (exchange) => {
    const elements = listed(exchange);
    const ids = elements.flatMap((element, place) => {
      const id = isObject(element) ? element['id'] : undefined;
      return typeof id === 'bigint' ? [{ id, place }] : [];
    });
    if (ids.length < 2) notTested(reason('few-ids'));
    // The ids are grouped as strings, because V8 hashes only 64 bits of a bigint, and a list could hold many ids with the
    // same hash.
    const byId = grouped(ids, ({ id }) => `id ${id}`);
    const example = [...byId.values()].find((alike) => alike.length > 1);
    if (example === undefined) return;
    const shown = example.slice(0, maxPlacesShown);
    const at = shown.map(({ id, place }) => ({ pointer: `/${place}/id`, value: describeValue(id) }));
    const received = `${ids.length - byId.size} of ${ids.length} repeated`;
    unmet('different for each element', received, 'two elements share an id', { where: 'ids', at });
  }),

  conclusion('list.complete', 'every created category is listed', ({ creations }) => {
    const { tested, troubles, alsoCorrect } = creations.complete();
    const inPart = whatWasLost(creations);
    return { tested, occurrences: troubles, alsoCorrect, reason: inPart[0] ?? reason('no-list'), inPart };
  }),

  everyResponse('list.media-type', 'the list is application/json', isList, expectJsonType),

  everyResponse('list.page-marks', 'the list shows no sign of pagination', isList, (exchange) => {
    const mark = pageMark(exchange, listed(exchange).length);
    if (mark !== undefined) unmet('the whole list', mark, 'the list is marked as one page');
  }),

  // Lists that were read before a POST broke the list are not enough for a pass.
  ...onLists.map((requirement) =>
    conclusion(requirement, 'the list stays readable', ({ listHealth }) =>
      listHealth.broken() === undefined ? undefined : { supersedes: true, reason: dependent },
    ),
  ),

  // Shorter lists of the same run are not enough for a pass either. A list that is too long is not a violation.
  ...['list.ok', ...onLists].map((requirement) =>
    conclusion(requirement, 'each list is read to its end', ({ unread }) => {
      const cap = unread.list();
      return cap === undefined ? undefined : { supersedes: true, reason: reason('list-not-read', cap) };
    }),
  ),
]);

/** The maximum number of wrong elements that are counted, because a list may have a hundred thousand elements. */
const maxWrong = 1_000;

const maxPlacesShown = 5;
const maxIdsNamed = 5;

/** A wrong place in a list. */
type Place = NonNullable<Mismatch['at']>[number];

/** Lists the ids of invalid elements that this run did not create; an earlier run may have left them. */
function foreignWords(ids: readonly bigint[]): string {
  if (ids.length === 0) return '';
  const named = ids.slice(0, maxIdsNamed).join(', ');
  const more = ids.length > maxIdsNamed ? ` and ${ids.length - maxIdsNamed} more` : '';
  return `; elements without the kit's mark, perhaps leftovers of an earlier run: id ${named}${more}`;
}

/** Describes the response that came instead of the list. */
function brokenWords(list: Exchange): string {
  if (!isList(list)) return receivedOf(list);
  const value = jsonOf(list);
  return value === undefined ? bodyProblem(list) : wrapperWords(value);
}

/**
 * Checks whether a stored body can explain a bad list: the list failed, was cut off, or is not JSON. Other faults have other
 * causes.
 */
function isFailure(list: Exchange): boolean {
  if (list.outcome.kind === 'fault') return true;
  return isList(list) ? jsonOf(list) === undefined : list.outcome.response.status >= 500;
}

/**
 * Ranks the bodies that may have broken a list: invalid bodies that were stored come first, then those that failed, and valid
 * bodies come last.
 */
function rankOf(one: Exchange): number {
  if (meaningOf(one).kind === 'valid') return 3;
  if (isServed(one)) return 0;
  return one.outcome.kind === 'fault' || one.outcome.response.status >= 500 ? 1 : 2;
}

const maxCandidatesNamed = 3;

/** Names the bodies that may have broken the list: "after the body “name is a number”". */
function brokenBy(candidates: readonly Exchange[]): string {
  const named = candidates.slice(0, maxCandidatesNamed).map((one) => `“${caseOf(one)}”`);
  const more = candidates.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return candidates.length === 1 ? `after the body ${all}` : `after one of the bodies ${all}`;
}

function expectArray(received: string, cause: string): never {
  unmet('a JSON array', received, cause, { where: '200 with' });
}

/** Returns the elements of a list. Judges nothing if the body is not a list. */
function listed(list: Responded): readonly JsonValue[] {
  return elementsOf(list) ?? notTested(dependent);
}

/** Names a header that shows that there are more categories than in this response. */
function pageMark(response: Responded, shown: number): string | undefined {
  const { headers } = response.outcome.response;
  if (fieldLines(headers, 'link').some(namesNext)) return 'a Link to a next page';
  for (const name of ['X-Total-Count', 'X-Total', 'Total-Count']) {
    const total = fieldLines(headers, name).find((line) => /^\d{1,15}$/.test(line));
    if (Number(total) > shown) return `${name} above the number of elements`;
  }
  const range = fieldLines(headers, 'content-range')
    .map((line) => /\/(\d{1,15})$/.exec(line)?.[1])
    .find((total) => Number(total) > shown);
  return range === undefined ? undefined : 'a Content-Range with a total above the number of elements';
}

/** Checks whether a Link has the relation `next`. Scans long quoted values only once. */
function namesNext(line: string): boolean {
  return [...line.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|(\w+))/gi)].some(([, quoted, word]) =>
    /\bnext\b/i.test(quoted ?? word ?? ''),
  );
}

const maxNames = 5;

/**
 * Describes the value that was returned instead of the array. Names the fields of an object, because the object may wrap the
 * list.
 */
function wrapperWords(value: JsonValue): string {
  const status = isObject(value) ? value['statusCode'] : undefined;
  if (typeof status === 'bigint' && status !== 200n)
    return `a JSON object with "statusCode": ${status}, which a gateway should have used as the HTTP status (a Lambda integration)`;
  const names = isObject(value) ? Object.keys(value) : [];
  const shown = names.slice(0, maxNames).map((name) => JSON.stringify(name));
  const more = names.length > maxNames ? ' and more' : '';
  return `a JSON ${typeName(value)}${shown.length === 0 ? '' : ` with ${shown.join(', ')}${more}`}`;
}
