import {
  check,
  conclusion,
  everyResponse,
  observe,
  probe,
  suite,
  type Tools,
} from '../src/checks/built-in.ts';
import { expectStatus, notExercised, unmet } from '../src/checks/expectations.ts';
import { post } from '../src/checks/requests.ts';
import { jsonOf, receivedOf, rowsOf } from '../src/exchange/answer.ts';
import { type Answer, type Exchange, isAnswer, isServed, statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { isCreation, meaningOf } from '../src/exchange/picks.ts';
import { describeValue, shapeErrors, typeName } from '../src/exchange/shapes.ts';
import { isObject } from '../src/json/read.ts';
import { isPlain, plainCategoryWithoutDescription, respelledCategory } from '../src/payloads/valid.ts';
import type { Readings } from '../src/readings/readings.ts';
import {
  categoryOf,
  expectAsReadable,
  expectCategory,
  expectRoomForMore,
  sentCategory,
} from './created-category.ts';
import { textChecks } from './creating-texts.ts';
import { expectJsonType } from './expect-json-type.ts';
import { expectNoSlash } from './expect-no-slash.ts';
import { expectText, type ShownText, whoseText } from './expect-text.ts';
import { firstCreation, firstList, secondList } from './probes.ts';

/** Late enough that there are several categories. */
const worthOfLater = 876;

/** Certainly valid like the first one, and spelled otherwise: the spelling of JSON is free. */
const laterCreation = probe(
  'create.created',
  'a plain category in another spelling of JSON, later in the run',
  { worth: worthOfLater, creates: 1, after: secondList },
  ({ name, random }) => {
    const mark = name();
    return post(respelledCategory(mark, random), { mark });
  },
);

/**
 * Five plain letters, tried where names with the run's mark are refused: a service may know words only (reading 14). Not
 * one that is listed: a service may accept each name once.
 */
const words = ['koala', 'otter', 'gecko', 'tapir', 'hyena', 'robin', 'shrew', 'finch', 'macaw', 'bison'];

/** What a service may say of itself where no description was sent: a text that stands for nothing is none of those. */
const noText = /^(?:null|undefined|None)$/;

export default suite('Creating a category', [
  check(
    'create.created',
    'a plain category is created',
    { worth: 990, withKey: 1, spare: 1, uses: [firstCreation] },
    (tools) => expectCreated(tools, () => tools.probe(firstCreation)),
  ),

  check(
    'create.created',
    'a plain category is created later in the run: keys in the other order, white space, escaped letters',
    { worth: worthOfLater, withKey: 0, controls: 1, uses: [laterCreation, firstCreation] },
    async (tools) => {
      const exchange = await tools.probe(laterCreation);
      // A 400 may be the name's fault; the check of the first creation tells.
      if (statusOf(exchange) === 400 && statusOf(await tools.probe(firstCreation)) === 400)
        notExercised('names like those of this run are refused');
      await expectRoomForMore(tools, exchange);
      expectCreation(exchange, tools);
    },
  ),

  check(
    'create.description-optional',
    'a category without description is created',
    { worth: 942, creates: 1, controls: 1, uses: [firstCreation], after: secondList },
    async (tools) => {
      const { probe, send, name } = tools;
      if (statusOf(await probe(firstCreation)) !== 201) notExercised(dependent);
      const exchange = await send(() => {
        const mark = name();
        return post(plainCategoryWithoutDescription(mark), { mark });
      });
      if (statusOf(exchange) === 401) notExercised(dependent);
      await expectRoomForMore(tools, exchange);
      expectStatus(exchange, 201);
      expectAsReadable(exchange, await probe(firstCreation));
      const { description } = categoryOf(exchange);
      if (description !== undefined && typeof description !== 'string')
        unmet(
          'no description that is not a text',
          describeValue(description),
          `description is ${typeName(description)}`,
        );
    },
  ),

  everyResponse('create.media-type', 'the 201 is application/json', isCreated, (exchange) => {
    if (jsonOf(exchange) === undefined) notExercised(dependent);
    expectJsonType(exchange);
  }),

  everyResponse('create.id', 'id is an int64 integer', isCreated, (exchange) => {
    const wrong = shapeErrors('Category', categoryOf(exchange)).find(({ property }) => property === 'id');
    if (wrong !== undefined) unmet('an int64 integer as JSON number', wrong.received, `id is ${wrong.type}`);
  }),

  check(
    'create.id',
    'an id in the request does not decide it',
    { worth: 790, creates: 1, uses: [firstList], after: secondList },
    async ({ probe, send, name, random }) => {
      const list = await probe(firstList);
      const held = isAnswer(list) ? rowsOf(list)?.ids : undefined;
      let id = 2n ** 40n + BigInt(Math.floor(random() * 2 ** 40));
      while (held?.includes(id)) id++;
      const exchange = await send(() => {
        const mark = name();
        return post(Buffer.from(`{"id":${id},"name":"${mark}","description":"made by a test"}`), { mark });
      });
      if (!isServed(exchange)) notExercised(`a body with an id is not accepted (${receivedOf(exchange)})`);
      if (categoryOf(exchange)['id'] === id)
        unmet('an id that the service assigned', 'the id of the request', 'the id of the request decides');
    },
  ),

  conclusion('create.id', 'no list shows the id that a request asked for', ({ askedIds }) => ({
    occurrences: askedIds.troubles(),
    reason: dependent,
  })),

  conclusion('create.id-unique', 'every creation has an id of its own', ({ creations }) => {
    const { exercised, troubles } = creations.uniqueIds();
    return { exercised, occurrences: troubles, reason: dependent };
  }),

  everyResponse(
    'create.fields',
    'name and description come back as sent',
    isPlainCreated,
    (exchange, { creations }: Readings) => {
      const sent = sentCategory(exchange);
      const received = categoryOf(exchange);
      if (sent === undefined) return undefined;
      const shown: ShownText = (value) => whoseText(value, exchange, creations);
      expectText('name', sent.name, received['name'], shown);
      const { description } = received;
      if (sent.description !== undefined) expectText('description', sent.description, description, shown);
      else if (typeof description === 'string') {
        // A default of the service's own is not stated, so it may stand there.
        const { words, sender } = shown(description);
        if (sender !== undefined || noText.test(description.trim()))
          unmet('no description, as none was sent', words, 'a description appears', sender);
        return `a default description: ${describeValue(description)}`;
      }
      return undefined;
    },
  ),

  ...textChecks,

  observe('create.location', 'a 201 has a Location', (answer) => {
    if (!isCreated(answer)) return undefined;
    return fieldLines(answer.outcome.response.headers, 'location').length > 0
      ? 'Location sent'
      : 'no Location';
  }),

  laterCreation,
]);

/** A valid creation that was answered 201. */
function isCreated(exchange: Exchange): exchange is Answer {
  return isCreation(exchange) && statusOf(exchange) === 201 && meaningOf(exchange).kind === 'valid';
}

function isPlainCreated(exchange: Exchange): boolean {
  const sent = isCreated(exchange) ? sentCategory(exchange) : undefined;
  return sent !== undefined && isPlain(sent);
}

async function expectCreated(tools: Tools, first: () => Promise<Exchange>): Promise<void> {
  const exchange = await first();
  if (statusOf(exchange) === 400) {
    const held = new Set(tools.readings.lists.newest().flatMap(wordsIn));
    const free = words.filter((word) => !held.has(word));
    const again = await tools.send(() => {
      const name = free[Math.floor(tools.random() * free.length)] ?? 'koala';
      const mark = tools.name();
      return post(Buffer.from(JSON.stringify({ name, description: mark })), { mark });
    });
    if (statusOf(again) === 201) {
      tools.seen('a name of 14 letters is refused with 400, a word of five is accepted');
      return;
    }
  }
  expectCreation(exchange, tools);
}

/** Those of the words that a list shows as names, in either case. */
function wordsIn(list: Exchange): string[] {
  const found = new Set<string>();
  for (const row of (isAnswer(list) ? rowsOf(list)?.all() : undefined) ?? []) {
    const name = isObject(row) ? row['name'] : undefined;
    if (typeof name === 'string' && words.includes(name.toLowerCase())) found.add(name.toLowerCase());
  }
  return [...found];
}

/** 201 with an object; what stands in the object is for create.id and create.fields to say. */
function expectCreation(exchange: Exchange, { readings }: Tools): void {
  expectNoSlash(exchange, readings.base);
  if (statusOf(exchange) === 401) notExercised(dependent);
  expectStatus(exchange, 201);
  expectCategory(exchange);
}
