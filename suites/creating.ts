import { sameText } from '../src/created/texts.ts';
import { bodyProblem, causeOf, expectStatus, isObject, jsonValue, receivedOf } from '../src/expect/answer.ts';
import { isCreation, meaningOf } from '../src/expect/picks.ts';
import { describeValue, shapeErrors, typeName } from '../src/expect/shapes.ts';
import { notExercised, unmet } from '../src/expect/unmet.ts';
import { fieldLines } from '../src/http/headers.ts';
import { type JsonObject, readJson } from '../src/json/read.ts';
import { post } from '../src/kit/requests.ts';
import { check, everyResponse, probe, suite, type Tools, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, isAnswer, statusOf } from '../src/model/exchange.ts';
import {
  isPlain,
  plainCategory,
  plainCategoryWithoutDescription,
  textSamples,
} from '../src/payloads/valid.ts';
import { expectJsonType } from './errors.ts';
import { observe } from './observe.ts';
import { firstCreation, firstList, secondList } from './probes.ts';

const laterCreation = probe(
  'create.created',
  'a plain category with a description, later in the run',
  { worth: 300, creates: 1, after: secondList },
  ({ name }) => {
    const mark = name();
    return post(plainCategory(mark), { mark });
  },
);

/** Tried where names with the run's mark are refused: a service may know words only (reading 14). */
const words = [
  'hamster',
  'parrot',
  'gecko',
  'ferret',
  'canary',
  'tortoise',
  'poodle',
  'spaniel',
  'koi',
  'mule',
];

export default suite('Creating a category', [
  check(
    'create.created',
    'a plain category is created',
    { worth: 990, withKey: 1, uses: [firstCreation] },
    (tools) => expectCreated(tools, () => tools.probe(firstCreation)),
  ),

  check(
    'create.created',
    'a plain category is created later in the run',
    { worth: 300, withKey: 0, uses: [laterCreation] },
    async (tools) => {
      const exchange = await tools.probe(laterCreation);
      // A 400 may be the name's fault; the check of the first creation tells.
      if (statusOf(exchange) === 400 && statusOf(await tools.probe(firstCreation)) === 400)
        notExercised('names like those of this run are refused');
      expectCreation(exchange);
    },
  ),

  check(
    'create.description-optional',
    'a category without description is created',
    { worth: 910, creates: 1, uses: [firstCreation], after: secondList },
    async ({ probe, send, name }) => {
      if (statusOf(await probe(firstCreation)) !== 201) notExercised('see create.created');
      const mark = name();
      const exchange = await send(() => post(plainCategoryWithoutDescription(mark), { mark }));
      if (statusOf(exchange) === 401) notExercised('see auth.key-accepted');
      expectStatus(exchange, 201);
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
    if (!isAnswer(exchange)) return;
    if (jsonValue(exchange) === undefined) notExercised('see create.created');
    expectJsonType(exchange);
  }),

  everyResponse('create.id', 'id is an int64 integer', isCreated, (exchange) => {
    const wrong = shapeErrors('Category', categoryOf(exchange)).find(({ property }) => property === 'id');
    if (wrong !== undefined)
      unmet('an int64 integer as JSON number', wrong.received, `id is ${wrong.received.split(' ')[0]}`);
  }),

  check(
    'create.id',
    'an id in the request does not decide it',
    { worth: 780, creates: 1, uses: [firstList], after: secondList },
    async ({ probe, send, name, random }) => {
      const list = await probe(firstList);
      const listed = isAnswer(list) ? jsonValue(list) : undefined;
      const held = new Set(
        Array.isArray(listed) ? listed.map((row) => (isObject(row) ? row['id'] : undefined)) : [],
      );
      let id = 2n ** 40n + BigInt(Math.floor(random() * 2 ** 40));
      while (held.has(id)) id++;
      const mark = name();
      const body = Buffer.from(`{"id":${id},"name":"${mark}","description":"made by a test"}`);
      const exchange = await send(() => post(body, { mark }));
      if (statusOf(exchange) !== 201)
        notExercised(`a body with an id is not accepted (${receivedOf(exchange)})`);
      if (categoryOf(exchange)['id'] === id)
        unmet('an id that the service assigned', 'the id of the request', 'the id of the request decides');
    },
  ),

  wholeRun('create.id-unique', 'every creation has an id of its own', ({ creations }) => ({
    step: () => {},
    end: () => {
      const { exercised, troubles } = creations.uniqueIds();
      return { exercised, occurrences: troubles, reason: 'see create.created, create.id' };
    },
  })),

  everyResponse('create.fields', 'name and description come back as sent', isPlainCreated, (exchange) => {
    const sent = sentCategory(exchange);
    const received = categoryOf(exchange);
    if (sent === undefined) return;
    expectText('name', sent.name, received['name']);
    if (sent.description !== undefined) expectText('description', sent.description, received['description']);
    else if (typeof received['description'] === 'string' && received['description'].trim() !== '')
      unmet(
        'no description, as none was sent',
        describeValue(received['description']),
        'a description appears',
      );
  }),

  ...textSamples.map((sample, index) =>
    check(
      'create.text',
      `text survives: ${sample.what}`,
      { worth: 800 - index * 100, creates: 1, uses: [firstCreation], after: secondList },
      async ({ probe, send, name, instance }) => {
        if (statusOf(await probe(firstCreation)) !== 201) notExercised('see create.created');
        const mark = name();
        const category = sample.category(mark);
        const exchange = await send(() =>
          post(Buffer.from(JSON.stringify(category)), { mark: category.name }),
        );
        instance(sample.what);
        const status = statusOf(exchange) ?? 500;
        if (status === 401) notExercised('see auth.key-accepted');
        if (status >= 400 && status < 500) notExercised(`such text is refused (${receivedOf(exchange)})`);
        if (status >= 300)
          unmet('201 with the text as sent, or 4xx', receivedOf(exchange), causeOf(exchange));
        const received = categoryOf(exchange);
        expectText('name', category.name, received['name']);
        expectText('description', category.description, received['description']);
      },
    ),
  ),

  observe('create.location', 'a 201 has a Location', (answer) => {
    if (!isCreated(answer)) return undefined;
    return fieldLines(answer.outcome.response.headers, 'location').length > 0
      ? 'Location sent'
      : 'no Location';
  }),

  laterCreation,
]);

/** A valid creation that was answered 201. */
function isCreated(exchange: Exchange): boolean {
  return isCreation(exchange) && statusOf(exchange) === 201 && meaningOf(exchange).kind === 'valid';
}

function isPlainCreated(exchange: Exchange): boolean {
  const sent = isCreated(exchange) ? sentCategory(exchange) : undefined;
  return sent !== undefined && isPlain(sent);
}

function sentCategory(exchange: Exchange): { name: string; description?: string } | undefined {
  const document = readJson(exchange.request.body ?? new Uint8Array());
  return document.ok ? (document.value as unknown as { name: string; description?: string }) : undefined;
}

async function expectCreated(tools: Tools, first: () => Promise<Exchange>): Promise<void> {
  const exchange = await first();
  if (statusOf(exchange) === 400) {
    const word = words[Math.floor(tools.random() * words.length)] ?? 'hamster';
    const again = await tools.send(() => post(plainCategory(word), { mark: word }));
    if (statusOf(again) === 201) return;
  }
  expectCreation(exchange);
}

/** 201 with an object; what stands in the object is for create.id and create.fields to say. */
function expectCreation(exchange: Exchange): void {
  if (statusOf(exchange) === 401) notExercised('see auth.key-accepted');
  expectStatus(exchange, 201);
  if (!isAnswer(exchange)) return;
  const value = jsonValue(exchange);
  if (value === undefined) unmet('201 with a Category', bodyProblem(exchange), 'the 201 is no JSON');
  if (!isObject(value)) unmet('201 with a Category', `a JSON ${typeName(value)}`, 'the 201 is no object');
  if (!isCategoryLike(value))
    unmet('201 with a Category', 'an object with neither id nor name', 'the 201 is no Category');
}

/** The object of a 201, or no judgement. */
function categoryOf(exchange: Exchange): JsonObject {
  const value = isAnswer(exchange) ? jsonValue(exchange) : undefined;
  return isObject(value) && isCategoryLike(value) ? value : notExercised('see create.created');
}

/** Whether anything of a Category is there; single fields that are missing are create.id's and create.fields' to judge. */
function isCategoryLike(value: JsonObject): boolean {
  return Object.hasOwn(value, 'id') || Object.hasOwn(value, 'name');
}

function expectText(field: string, sent: string, received: JsonObject[string] | undefined): void {
  if (typeof received === 'string' && sameText(sent, received)) return;
  const cause =
    typeof received === 'string'
      ? `${field} is another text`
      : `${field} is ${describeValue(received).split(' ')[0]}`;
  unmet(`${field} ${describeValue(sent)}`, describeValue(received), cause);
}
