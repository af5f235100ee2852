import { expectStatus, notTested, Unmet, unmet } from '../src/checks/expectations.ts';
import { plainList, post } from '../src/checks/requests.ts';
import {
  type Check,
  type CheckNeeds,
  check,
  conclusion,
  everyResponse,
  observe,
  probe,
  suite,
  type Tools,
} from '../src/checks/vocabulary.ts';
import {
  type Exchange,
  type HttpRequest,
  isServed,
  type Responded,
  statusOf,
} from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { isCreation, meaningOf, sentCategory } from '../src/exchange/picks.ts';
import { causeOf, elementsOf, receivedOf, withId } from '../src/exchange/response.ts';
import { describeValue, schemaErrors, typeName } from '../src/exchange/validate.ts';
import { isObject } from '../src/json/read.ts';
import {
  generatedSamples,
  isPlain,
  plainCategory,
  plainCategoryWithoutDescription,
  type Random,
  respelled,
  respelledCategory,
  type Strings,
  type TextSample,
  textSamples,
  unlikeCategory,
} from '../src/payloads/valid.ts';
import type { Readings } from '../src/readings/readings.ts';
import { dependent, reason } from '../src/spec/reasons.ts';
import { definedOnly } from '../src/text/defined-only.ts';
import {
  afterRefused,
  categoryOf,
  expectCreated,
  expectCreation,
  expectFirstCreated,
  expectRoomForMore,
  expectText,
  isNameTheCause,
  whoseText,
} from './created-category.ts';
import { expectJsonType, firstCreation, firstList, marked, secondList, whatWasLost } from './shared.ts';

/** A priority so low that several categories exist before such a request is sent. */
const priorityOfLater = 940;

const similarNames = {
  impact: 'Clients cannot create a category whose name is similar to an existing one.',
  fix:
    'Remove the rule that compares a new name with existing ones, or compare whole names. Usual causes: a comparison of ' +
    'only the first letters, a column that truncates names under a unique index, and a search for similar names.',
};

/** How long to wait, in ms: longer than servers usually cache an error during a burst of requests. */
const settlingMs = 1_000;

/** A valid category in a different JSON form, which the server must accept, too. */
const laterCreation = probe(
  'create.created',
  'a plain category in another JSON form, later in the run',
  { priority: priorityOfLater, creates: 1, after: secondList, inBurst: true },
  (maker) => marked(maker, (mark) => respelledCategory(mark, maker.random)),
);

/** Names to try if names with the run's mark are refused, because a server may accept only words. */
const words = ['koala', 'otter', 'gecko', 'tapir', 'hyena', 'robin', 'shrew', 'finch', 'macaw', 'bison'];

/** Strings that mean "no description", so they cannot be the server's default. */
const noDescription = /^(?:null|undefined|None)$/;

/** The priorities in the order of the samples. Quotes and markup fail most often, and the description "null" rarely fails. */
const prioritiesOfTexts = [946, 820, 924, 1, 818];

/** How a creation is sent if not in the plain form. A server must not treat the forms differently. */
type Form = Pick<HttpRequest, 'contentType' | 'framing'>;

/** The forms of some samples, by their index. Only odd turns, which depend on the seed, send the media type in capitals. */
const formsOfTexts: Readonly<Record<number, (turn: number) => Form | undefined>> = {
  0: () => ({ framing: 'chunked' }),
  1: () => ({ contentType: 'application/json; charset=utf-8' }),
  4: (turn) => (turn % 2 === 0 ? undefined : { contentType: 'Application/JSON' }),
};

/**
 * Sent before the last creation, which uses a new connection. If that connection leads to another worker, the list at the end
 * shows what the worker of this list cached.
 */
const listBefore = probe(
  'list.ok',
  'the list before the last creation',
  { onListConnection: true },
  plainList,
);

/** The index of the sample that the fewest servers refuse. The last creation uses this sample. */
const lastSample = 3;
const lastCreation = { phase: 'settled', onNewConnection: true, uses: [listBefore] } as const;
/** Generated strings come after the requests that every profile sends. */
const priorityOfGenerated = 230;

/** A creation for each sample string and, in `thorough`, for each generated one, with one of its two strings escaped. */
const textChecks: readonly Check[] = [
  ...textSamples.map((sample, index) => {
    const priority = prioritiesOfTexts[index] ?? priorityOfGenerated;
    const write = (category: Strings) => Buffer.from(JSON.stringify(category));
    const place = index === lastSample ? lastCreation : {};
    return textCheck(sample, { priority, ...place }, write, formsOfTexts[index]);
  }),
  ...generatedSamples.map((sample, index) =>
    textCheck(sample, { priority: priorityOfGenerated - index, profiles: ['thorough'] }, (category, random) =>
      respelled(category, random() < 0.5 ? 'name' : 'description', random),
    ),
  ),
];

export default suite('Creating a category', [
  check(
    'create.created',
    'a plain category is created',
    { priority: 990, withKey: 1, spare: 1, uses: [firstCreation] },
    expectFirst,
  ),

  everyResponse(
    'create.created',
    'every creation that succeeds returns 201 with a Category',
    isAccepted,
    expectCreated,
  ),

  check(
    'create.created',
    'a plain category is created later in the run, with reversed key order, whitespace and escapes',
    { priority: priorityOfLater, withKey: 0, controls: 3, uses: [laterCreation, firstCreation] },
    async (tools) => {
      const exchange = await tools.probe(laterCreation);
      // The check of the first creation judges a 400 that is due to the name.
      if (statusOf(exchange) === 400 && statusOf(await tools.probe(firstCreation)) === 400)
        notTested(reason('names-restricted'));
      await expectRoomForMore(tools, exchange);
      if (await isNameTheCause(tools, exchange, (name) => respelledCategory(name, tools.random)))
        throw new Unmet({
          context: 'with a name that begins like an earlier one',
          expected: '201, as with a different name',
          received: receivedOf(exchange),
          cause: 'a name like an earlier one is refused',
          comparedWith: await tools.probe(firstCreation),
          advice: similarNames,
        });
      expectCreation(exchange, tools);
    },
  ),

  check(
    'create.created',
    'one more plain category at the end, if the refusal of an earlier one may come from a cache',
    { priority: 1, withKey: 0, controls: 1, phase: 'closing', onlySends: true },
    async ({ control, name, wait, readings: { creationCap } }) => {
      if (creationCap.reached()?.isDoubtful === true) {
        await wait(settlingMs, 'to check that categories are still refused');
        await control('a plain category at the end', () => marked({ name }, plainCategory));
      }
    },
  ),

  // Once a cap is reached, every category is refused, so a later category that succeeds shows that there was no cap.
  conclusion(
    'create.created',
    'a plain category is not refused if a later one is created',
    ({ creationCap }) => {
      const refuted = creationCap.refuted();
      if (refuted === undefined) return undefined;
      const exchange = refuted.shownBy;
      const expected = '201, as before and after';
      return {
        occurrences: [{ exchange, expected, received: receivedOf(exchange), cause: causeOf(exchange) }],
      };
    },
  ),

  conclusion('create.created', 'a plain category that is refused is not stored', ({ creations }) => ({
    occurrences: creations.refusedButStored(),
  })),

  everyResponse('create.created', 'an id in the request causes no failure', failedWithId, (exchange) =>
    unmet('201, or 4xx because of the id', receivedOf(exchange), causeOf(exchange)),
  ),

  undescribedCheck('a category without a description is created', { priority: 956, inBurst: true }),

  // A unique index on an absent member refuses only the second category.
  undescribedCheck('another category without a description is created', {
    priority: 822,
    profiles: ['standard', 'thorough'],
  }),

  conclusion('create.content-type', 'other forms of the request are accepted, too', ({ bodies }) => {
    const sent = bodies.all().map(({ first }) => first);
    const inForm = sent.filter((exchange) => formIn(exchange) !== undefined);
    const refused = inForm.filter((exchange) => !isServed(exchange));
    const occurrences = refused.flatMap((exchange) => {
      const plain = sent.find(
        (other) => other.purpose === exchange.purpose && isServed(other) && formIn(other) === undefined,
      );
      const cause = `${formIn(exchange)}: ${causeOf(exchange)}`;
      const expected = '201, as for the plain form';
      return plain === undefined
        ? []
        : [
            {
              exchange,
              context: `as ${formIn(exchange)}`,
              expected,
              received: receivedOf(exchange),
              cause,
              comparedWith: plain,
            },
          ];
    });
    const why = refused.map((exchange) => reason('texts-restricted', receivedOf(exchange)))[0] ?? dependent;
    return { tested: inForm.length - refused.length + occurrences.length, occurrences, reason: why };
  }),

  everyResponse('create.media-type', 'the 201 is application/json', isCreated, expectJsonType),

  everyResponse('create.id', 'id is an int64 integer', isCreated, (exchange) => {
    const wrong = schemaErrors('Category', categoryOf(exchange)).find(({ property }) => property === 'id');
    if (wrong !== undefined) unmet('an int64 number', wrong.received, `id is ${wrong.type}`, { where: 'id' });
  }),

  check(
    'create.id',
    'an id in the request is ignored',
    { priority: 910, creates: 1, uses: [firstList], after: secondList },
    async ({ probe, send, name, random }) => {
      const list = await probe(firstList);
      const listed = elementsOf(list) ?? [];
      let id = 2n ** 40n + BigInt(Math.floor(random() * 2 ** 40));
      while (withId(listed, id).length > 0) id++;
      const body = (mark: string) =>
        Buffer.from(`{"id":${id},"name":"${mark}","description":"made by a test"}`);
      const exchange = await send(() => marked({ name }, body));
      if (statusOf(exchange) === 401) notTested(dependent);
      if (!isServed(exchange)) notTested(reason('ids-refused', receivedOf(exchange)));
      if (categoryOf(exchange)['id'] === id)
        unmet('one that the server assigns', String(id), 'the id of the request is used', {
          context: `with id ${id}`,
          where: 'id',
        });
    },
  ),

  conclusion('create.id', 'no list shows the id of a request', ({ askedIds }) => ({
    occurrences: askedIds.troubles(),
    reason: dependent,
  })),

  conclusion('create.id-unique', 'every creation has a unique id', ({ creations }) => {
    const { tested, troubles } = creations.uniqueIds();
    return { tested, occurrences: troubles, reason: dependent, inPart: whatWasLost(creations) };
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
      expectText('name', sent.name, received['name'], { shown });
      const { description } = received;
      if (sent.description !== undefined) expectText('description', sent.description, description, { shown });
      else if (typeof description === 'string') {
        // The specification allows a default.
        const { words, sender } = shown(description);
        if (sender !== undefined || noDescription.test(description.trim()))
          unmet('absent, as sent', words, 'a description appears', {
            where: 'description',
            ...definedOnly({ comparedWith: sender }),
          });
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

/** Checks whether the exchange is a creation of a valid category, perhaps with an id, that returned a 2xx. */
function isAccepted(exchange: Exchange): exchange is Responded {
  const isValid = isCreation(exchange) && (meaningOf(exchange).kind === 'valid' || hasId(exchange));
  return isValid && isServed(exchange);
}

function isCreated(exchange: Exchange): exchange is Responded {
  return isAccepted(exchange) && statusOf(exchange) === 201;
}

/** Checks whether a plain category with an id got a 5xx or no response. A server may refuse such a category with any 4xx. */
function failedWithId(exchange: Exchange): boolean {
  return isCreation(exchange) && (statusOf(exchange) ?? 500) >= 500 && hasId(exchange);
}

/** Checks whether the body is a plain category with an id. */
function hasId(exchange: Exchange): boolean {
  if (meaningOf(exchange).kind !== 'unstated') return false;
  const sent = sentCategory(exchange);
  return isObject(sent) && Object.hasOwn(sent, 'id') && isPlain(sent);
}

function isPlainCreated(exchange: Exchange): boolean {
  const sent = isCreated(exchange) ? sentCategory(exchange) : undefined;
  return sent !== undefined && isPlain(sent);
}

/** Names the form of a valid creation; undefined for the plain form. */
function formIn(exchange: Exchange): string | undefined {
  const { contentType, framing } = exchange.request;
  if (meaningOf(exchange).kind !== 'valid') return undefined;
  return contentType ?? (framing === 'chunked' ? 'Transfer-Encoding: chunked' : undefined);
}

/** Expects the first creation to succeed. After a 400, tries a word as the name. */
async function expectFirst(tools: Tools): Promise<void> {
  const exchange = await tools.probe(firstCreation);
  if (statusOf(exchange) === 400) {
    const listed = new Set(tools.readings.lists.newest().flatMap(wordsIn));
    const free = words.filter((word) => !listed.has(word));
    const again = await tools.send(() => {
      const name = free[Math.floor(tools.random() * free.length)] ?? 'koala';
      return marked(tools, (mark) => Buffer.from(JSON.stringify({ name, description: mark })));
    });
    if (statusOf(again) === 201) {
      tools.seen('a name of 14 letters is refused with 400, but a word of five letters is accepted');
      return;
    }
  }
  expectCreation(exchange, tools);
}

/** Returns the words that are already names in a list, because a server may accept each name only once. */
function wordsIn(list: Exchange): string[] {
  const found = new Set<string>();
  for (const element of elementsOf(list) ?? []) {
    const name = isObject(element) ? element['name'] : undefined;
    if (typeof name === 'string' && words.includes(name.toLowerCase())) found.add(name.toLowerCase());
  }
  return [...found];
}

/** Makes a check that creates a category without a description. */
function undescribedCheck(title: string, needs: CheckNeeds): Check {
  return check(
    'create.description-optional',
    title,
    { ...needs, creates: 1, controls: 3, uses: [firstCreation], after: secondList },
    async (tools) => {
      const { probe, send } = tools;
      expectFirstCreated(await probe(firstCreation));
      const exchange = await send(() => marked(tools, plainCategoryWithoutDescription));
      if (statusOf(exchange) === 401) notTested(dependent);
      await expectRoomForMore(tools, exchange);
      if (await isNameTheCause(tools, exchange, plainCategoryWithoutDescription))
        notTested(reason('names-restricted'));
      if (!isServed(exchange)) expectStatus(exchange, 201);
      const { description } = categoryOf(exchange);
      if (description === undefined || typeof description === 'string') return;
      const cause = `description is ${typeName(description)}`;
      unmet('a string or absent', describeValue(description), cause, {
        context: 'without a description',
        where: 'description',
      });
    },
  );
}

/** Makes a check that creates a category with sample strings and expects them back. */
function textCheck(
  sample: TextSample,
  { uses = [], ...needs }: CheckNeeds,
  write: (category: Strings, random: Random) => Buffer,
  formOf: (turn: number) => Form | undefined = () => undefined,
): Check {
  return check(
    'create.text',
    `a string is returned unchanged: ${sample.what}`,
    { ...needs, creates: 1, controls: 2, uses: [firstCreation, ...uses], after: secondList },
    async (tools) => {
      const { probe, send, name, turn, instance } = tools;
      expectFirstCreated(await probe(firstCreation));
      for (const before of uses) await probe(before);
      const restart = repeatable(tools.random);
      // Each try has a new name, because a creation without a response may have succeeded.
      const create = (form: Form = {}) =>
        send(() => {
          const random = restart();
          const category = sample.category(name(), random, turn);
          return { ...post(write(category, random), { mark: category.name }), ...form };
        });
      const form = formOf(turn);
      let exchange = await create(form);
      // The form may be the reason for the refusal, which create.content-type judges.
      if (form !== undefined && !isServed(exchange)) exchange = await create();
      instance(sample.what);
      const status = statusOf(exchange) ?? 500;
      if (status === 401) notTested(dependent);
      await expectRoomForMore(tools, exchange);
      if (status >= 400 && status < 500) notTested(reason('texts-restricted', receivedOf(exchange)));
      if (status >= 300) {
        const plain =
          status < 500 ? undefined : await tools.control(afterRefused, () => marked(tools, unlikeCategory));
        const isSame = plain !== undefined && statusOf(plain) === statusOf(exchange);
        const also = isSame ? ', also for a plain category sent next' : '';
        unmet('201 or 4xx', `${receivedOf(exchange)}${also}`, causeOf(exchange), {
          context: `with ${sample.what}`,
        });
      }
      const received = categoryOf(exchange);
      const sent = sentCategory(exchange);
      // The seed decides which field holds what, and the cause must be the same for every seed.
      const cause = { causeOfOther: 'a string is changed' };
      expectText('name', sent?.name ?? '', received['name'], cause);
      expectText('description', sent?.description ?? '', received['description'], cause);
    },
  );
}

/** Returns a function that starts the same sequence of random numbers again. */
function repeatable(random: Random): () => Random {
  const numbers: number[] = [];
  return () => {
    let next = 0;
    return () => {
      const number = numbers[next] ?? random();
      numbers[next++] = number;
      return number;
    };
  };
}
