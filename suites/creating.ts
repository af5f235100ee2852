import {
  type Check,
  check,
  conclusion,
  everyResponse,
  type Needs,
  observe,
  probe,
  suite,
  type Tools,
} from '../src/checks/built-in.ts';
import { expectStatus, notTested, unmet } from '../src/checks/expectations.ts';
import { post } from '../src/checks/requests.ts';
import { type Exchange, hasResponse, isServed, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { isCreation, meaningOf } from '../src/exchange/picks.ts';
import { causeOf, receivedOf, rowsOf } from '../src/exchange/response.ts';
import { describeValue, schemaErrors, typeName } from '../src/exchange/validate.ts';
import { isObject } from '../src/json/read.ts';
import {
  generatedSamples,
  isPlain,
  plainCategoryWithoutDescription,
  respelledCategory,
  type Spelling,
  spell,
  type TextSample,
  textSamples,
} from '../src/payloads/valid.ts';
import type { Readings } from '../src/readings/readings.ts';
import {
  categoryOf,
  expectAsReadable,
  expectCreation,
  expectRoomForMore,
  expectText,
  sentCategory,
  whoseText,
} from './created-category.ts';
import { expectJsonType, firstCreation, firstList, marked, secondList } from './shared.ts';

/** Late enough that there are several categories. */
const priorityOfLater = 876;

/** As valid as the first one in another spelling: the spelling of JSON is free. */
const laterCreation = probe(
  'create.created',
  'a plain category in another spelling of JSON, later in the run',
  { priority: priorityOfLater, creates: 1, after: secondList },
  (maker) => marked(maker, (mark) => respelledCategory(mark, maker.random)),
);

/**
 * Names tried where those with the run's mark are refused: a service may know words only (reading 14). One that is listed
 * is not used, because a service may accept each name once.
 */
const words = ['koala', 'otter', 'gecko', 'tapir', 'hyena', 'robin', 'shrew', 'finch', 'macaw', 'bison'];

/** Strings that stand for no description: where none was sent, a default of the service is none of these. */
const noText = /^(?:null|undefined|None)$/;

/** In the order of the samples: quotes and markup fail most often, what looks like null hardly ever. */
const prioritiesOfTexts = [940, 924, 894, 814, 766];
/** Generated texts come after everything that each profile sends. */
const priorityOfGenerated = 230;

const asWritten: Spelling = { turned: false, blank: false, escaped: [] };

/** A creation for each sample of text, and in `thorough` for each generated one, spelled in a way of its own. */
const textChecks: readonly Check[] = [
  ...textSamples.map((sample, index) =>
    textCheck(sample, { priority: prioritiesOfTexts[index] ?? priorityOfGenerated }, () => asWritten),
  ),
  ...generatedSamples.map((sample, index) =>
    textCheck(sample, { priority: priorityOfGenerated - index, profiles: ['thorough'] }, (random) => {
      const escaped = (['name', 'description'] as const).filter(() => random() < 0.5);
      return { turned: random() < 0.5, blank: random() < 0.5, escaped };
    }),
  ),
];

export default suite('Creating a category', [
  check(
    'create.created',
    'a plain category is created',
    { priority: 990, withKey: 1, spare: 1, uses: [firstCreation] },
    expectCreated,
  ),

  check(
    'create.created',
    'a plain category is created later in the run: keys in the other order, white space, escaped letters',
    { priority: priorityOfLater, withKey: 0, controls: 1, uses: [laterCreation, firstCreation] },
    async (tools) => {
      const exchange = await tools.probe(laterCreation);
      // A 400 may be due to the name; the check of the first creation judges that.
      if (statusOf(exchange) === 400 && statusOf(await tools.probe(firstCreation)) === 400)
        notTested('names like those of this run are refused');
      await expectRoomForMore(tools, exchange);
      expectCreation(exchange, tools);
    },
  ),

  check(
    'create.description-optional',
    'a category without description is created',
    { priority: 942, creates: 1, controls: 1, uses: [firstCreation], after: secondList },
    async (tools) => {
      const { probe, send } = tools;
      if (statusOf(await probe(firstCreation)) !== 201) notTested(dependent);
      const exchange = await send(() => marked(tools, plainCategoryWithoutDescription));
      if (statusOf(exchange) === 401) notTested(dependent);
      await expectRoomForMore(tools, exchange);
      expectStatus(exchange, 201);
      expectAsReadable(exchange, await probe(firstCreation));
      const { description } = categoryOf(exchange);
      if (description === undefined || typeof description === 'string') return;
      const cause = `description is ${typeName(description)}`;
      unmet('no description that is not a text', describeValue(description), cause);
    },
  ),

  everyResponse('create.media-type', 'the 201 is application/json', isCreated, expectJsonType),

  everyResponse('create.id', 'id is an int64 integer', isCreated, (exchange) => {
    const wrong = schemaErrors('Category', categoryOf(exchange)).find(({ property }) => property === 'id');
    if (wrong !== undefined) unmet('an int64 integer as JSON number', wrong.received, `id is ${wrong.type}`);
  }),

  check(
    'create.id',
    'an id in the request does not decide it',
    { priority: 790, creates: 1, uses: [firstList], after: secondList },
    async ({ probe, send, name, random }) => {
      const list = await probe(firstList);
      const held = hasResponse(list) ? rowsOf(list)?.ids : undefined;
      let id = 2n ** 40n + BigInt(Math.floor(random() * 2 ** 40));
      while (held?.includes(id)) id++;
      const body = (mark: string) =>
        Buffer.from(`{"id":${id},"name":"${mark}","description":"made by a test"}`);
      const exchange = await send(() => marked({ name }, body));
      if (!isServed(exchange)) notTested(`a body with an id is not accepted (${receivedOf(exchange)})`);
      if (categoryOf(exchange)['id'] === id)
        unmet('an id that the service assigned', 'the id of the request', 'the id of the request decides');
    },
  ),

  conclusion('create.id', 'no list shows the id that a request asked for', ({ askedIds }) => ({
    occurrences: askedIds.troubles(),
    reason: dependent,
  })),

  conclusion('create.id-unique', 'every creation has an id of its own', ({ creations }) => {
    const { tested, troubles } = creations.uniqueIds();
    return { tested, occurrences: troubles, reason: dependent };
  }),

  everyResponse(
    'create.fields',
    'name and description come back as sent',
    isPlainCreated,
    (exchange, { creations }: Readings) => {
      const sent = sentCategory(exchange);
      const received = categoryOf(exchange);
      if (sent === undefined) return undefined;
      const shown = whoseText(exchange, creations);
      expectText('name', sent.name, received['name'], shown);
      const { description } = received;
      if (sent.description !== undefined) expectText('description', sent.description, description, shown);
      else if (typeof description === 'string') {
        // The specification does not rule out a default of the service.
        const { words, sender } = shown(description);
        if (sender !== undefined || noText.test(description.trim()))
          unmet('no description, as none was sent', words, 'a description appears', sender);
        return `a default description: ${describeValue(description)}`;
      }
      return undefined;
    },
  ),

  ...textChecks,

  observe('create.location', 'a 201 has a Location', (response) => {
    if (!isCreated(response)) return undefined;
    return fieldLines(response.outcome.response.headers, 'location').length > 0
      ? 'Location sent'
      : 'no Location';
  }),

  laterCreation,
]);

/** Whether it is a valid creation that returned 201. */
function isCreated(exchange: Exchange): exchange is Responded {
  return isCreation(exchange) && statusOf(exchange) === 201 && meaningOf(exchange).kind === 'valid';
}

function isPlainCreated(exchange: Exchange): boolean {
  const sent = isCreated(exchange) ? sentCategory(exchange) : undefined;
  return sent !== undefined && isPlain(sent);
}

/** Expects the first creation to succeed; after a 400, tries a name that is a word. */
async function expectCreated(tools: Tools): Promise<void> {
  const exchange = await tools.probe(firstCreation);
  if (statusOf(exchange) === 400) {
    const held = new Set(tools.readings.lists.newest().flatMap(wordsIn));
    const free = words.filter((word) => !held.has(word));
    const again = await tools.send(() => {
      const name = free[Math.floor(tools.random() * free.length)] ?? 'koala';
      return marked(tools, (mark) => Buffer.from(JSON.stringify({ name, description: mark })));
    });
    if (statusOf(again) === 201) {
      tools.seen('a name of 14 letters is refused with 400, a word of five is accepted');
      return;
    }
  }
  expectCreation(exchange, tools);
}

/** Returns those of the words that are names in a list, in either case. */
function wordsIn(list: Exchange): string[] {
  const found = new Set<string>();
  for (const row of (hasResponse(list) ? rowsOf(list)?.all() : undefined) ?? []) {
    const name = isObject(row) ? row['name'] : undefined;
    if (typeof name === 'string' && words.includes(name.toLowerCase())) found.add(name.toLowerCase());
  }
  return [...found];
}

/** Creates a category of such text and expects it back. */
function textCheck(sample: TextSample, needs: Needs, spelling: (random: () => number) => Spelling): Check {
  return check(
    'create.text',
    `text survives: ${sample.what}`,
    { ...needs, creates: 1, controls: 1, uses: [firstCreation], after: secondList },
    async (tools) => {
      const { probe, send, name, random, instance } = tools;
      if (statusOf(await probe(firstCreation)) !== 201) notTested(dependent);
      // Generated again for a retry: a creation that was cut off may have succeeded all the same.
      const exchange = await send(() => {
        const category = sample.category(name(), random);
        return post(spell(category, spelling(random), random), { mark: category.name });
      });
      instance(sample.what);
      const status = statusOf(exchange) ?? 500;
      if (status === 401) notTested(dependent);
      await expectRoomForMore(tools, exchange, { once: true });
      if (status >= 400 && status < 500) notTested(`such text is refused (${receivedOf(exchange)})`);
      if (status >= 300) unmet('201 with the text as sent, or 4xx', receivedOf(exchange), causeOf(exchange));
      expectAsReadable(exchange, await probe(firstCreation));
      const received = categoryOf(exchange);
      const sent = sentCategory(exchange);
      expectText('name', sent?.name ?? '', received['name']);
      expectText('description', sent?.description ?? '', received['description']);
    },
  );
}
