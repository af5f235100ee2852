import { describe, expect, test } from 'vitest';
import { plainList, post } from '../../src/checks/requests.ts';
import type { Check } from '../../src/checks/vocabulary.ts';
import { type Exchange, type HttpRequest, hasResponse } from '../../src/exchange/exchange.ts';
import { readJson } from '../../src/json/read.ts';
import { createCreations } from '../../src/readings/readings.ts';
import creating from '../../suites/creating.ts';
import { firstCreation, secondList } from '../../suites/shared.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { checked, type Otherwise, type Serve } from './checked.ts';
import { correctly, json } from './correct-server.ts';
import { concluded, judged, observed } from './judged.ts';

const checks = creating.checks.filter((one): one is Check => one.kind === 'check');
const judgment = async (title: string, serve: Serve, otherwise?: Otherwise) =>
  (await checked(creating, title, serve, otherwise)).judgment;

/** Returns this response to one request, and conforming ones to the others. */
const only = (purpose: string, reply: Partial<ResponseParts> | 'cut'): Serve => {
  return (request, from) => (from === purpose ? reply : correctly(request));
};
const { title: first } = firstCreation;
const renamed = 'the same category with a name unlike the others';
/** Refuses one request, with any name. */
const refused = (purpose: string, status: number): Serve => {
  return (request, from) => ([purpose, renamed].includes(from) ? { status } : correctly(request));
};

test('a conforming server passes every check', async () => {
  const notes = 'one more plain category at the end, if the refusal of an earlier one may come from a cache';
  for (const { title } of checks)
    if (title !== notes) expect(await judgment(title, correctly), title).toBe('met');
  const { judgment: noted, sent } = await checked(creating, notes, correctly);
  expect(noted).toBe('not judged: see auth.key-accepted');
  expect(sent).toEqual([]);
});

describe('the first creation', () => {
  const title = 'a plain category is created';

  test.each([
    [{ status: 200 }, 'expected status 201, received status 200: returned 200'],
    [{ status: 401 }, 'not judged: see auth.key-accepted'],
    ['cut' as const, 'expected status 201, received the connection was cut: no response (cut)'],
    [{ status: 201, body: '' }, 'expected 201 with a Category, received no body: the 201 is not JSON'],
    [json(201, [1]), 'expected 201 with a Category, received a JSON array: the 201 is not an object'],
    [
      json(201, { data: {} }),
      'expected 201 with a Category, received an object with neither id nor name: the 201 is not a Category',
    ],
    [json(201, { id: 1 }), 'met'],
    [json(201, { name: 'a' }), 'met'],
  ])('is judged by its response: %j', async (reply, verdict) => {
    expect(await judgment(title, only(first, reply))).toBe(verdict);
  });

  test('is retried with a word if the server refuses the names of a run', async () => {
    const run = async (again: Partial<ResponseParts>, random: number) =>
      checked(creating, title, (_request, purpose) => (purpose === first ? { status: 400 } : again), {
        random: () => random,
      });
    const words = [await run({ status: 201 }, 0), await run({ status: 201 }, 0.999)].map((one) => {
      expect(one.judgment).toBe('met');
      expect(one.seen).toBe('a name of 14 letters is refused with 400, a word of five is accepted');
      expect(one.sent).toHaveLength(2);
      return one.sent[1]?.request;
    });
    expect(words).toMatchObject([{ mark: 'kitbbbb' }, { mark: 'kitbbbb' }]);
    expect(words.map((one) => String(one?.body))).toEqual([
      '{"name":"koala","description":"kitbbbb"}',
      '{"name":"bison","description":"kitbbbb"}',
    ]);
    const refused = 'expected status 201, received status 400: returned 400';
    expect((await run({ status: 400 }, 0)).judgment).toBe(refused);
    expect((await run({ status: 200 }, 0)).judgment).toBe(refused);
  });

  test('is retried with a word that is in no list', async () => {
    const { judgment, sent } = await checked(
      creating,
      title,
      (_request, purpose) => (purpose === first ? { status: 400 } : { status: 201 }),
      { random: () => 0, before: [responded({ at: 0, body: '[{"name":"Koala"},{"name":"otter"},7]' })] },
    );
    expect(judgment).toBe('met');
    expect(String(sent[1]?.request.body)).toMatch(/^{"name":"gecko",/);
  });

  test('is not retried after another response', async () => {
    expect((await checked(creating, title, () => ({ status: 500 }))).sent).toHaveLength(1);
  });
});

describe('a later creation', () => {
  const { title } =
    checks.find(({ title }) => title.startsWith('a plain category is created later')) ?? expect.fail();
  const later = 'a plain category in another JSON form, later in the run';

  test('has another JSON form with the same meaning', async () => {
    const { sent } = await checked(creating, title, correctly);
    const [, , { request } = expect.fail()] = sent;
    expect(sent.map(({ purpose }) => purpose)).toEqual([first, secondList.title, later]);
    expect(readJson(request.body ?? new Uint8Array())).toMatchObject({
      value: { name: request.mark, description: 'made by a test' },
    });
    expect(String(request.body)).toMatch(/\\u[\da-f]{4}/i);
    expect(String(request.body)).toMatch(/"description".+"name"/s);
  });

  test('is judged like the first, unless both are refused', async () => {
    expect(await judgment(title, refused(later, 400))).toBe(
      'expected status 201, received status 400: returned 400',
    );
    expect(await judgment(title, only(later, json(201, 7)))).toMatch(
      /received a JSON number: the 201 is not an object$/,
    );
    expect(await judgment(title, () => ({ status: 400 }))).toBe(
      'not judged: names like those of this run are refused',
    );
    expect(await judgment(title, () => ({ status: 422 }))).toMatch(
      /^expected status 201, received status 422/,
    );
  });
});

describe('a server that refuses names like earlier ones', () => {
  const later = 'a plain category in another JSON form, later in the run';
  const laterCheck = checks.find(({ title }) => title.startsWith('a plain category is created later'));

  test('fails create.created, which names the cause', async () => {
    const { judgment, sent, mismatches } = await checked(
      creating,
      laterCheck?.title ?? '',
      only(later, { status: 409 }),
    );
    expect(judgment).toBe(
      'expected status 201, received status 409: the name differs from an accepted one of this run only in its last letters, and the ' +
        'same category with a name unlike the others was created: a name like an earlier one is refused',
    );
    expect(mismatches).toMatchObject([{ comparedWith: { purpose: first } }]);
    expect(readJson(sent.at(-1)?.request.body ?? new Uint8Array())).toMatchObject({
      value: { name: expect.stringMatching(/^(?!kit)[a-z]{7}$/) },
    });
  });

  test('does not fail create.description-optional', async () => {
    const bare = 'a category without a description is created';
    const { judgment, sent } = await checked(creating, bare, only(bare, { status: 409 }));
    expect(judgment).toBe('not judged: see create.created, auth.key-accepted');
    expect(String(sent.at(-1)?.request.body)).toMatch(/^{"name":"(?!kit)[a-z]{7}"}$/);
  });
});

describe('a server that accepts no more categories', () => {
  const control = 'a plain category after a refused one';
  const later = 'a plain category in another JSON form, later in the run';
  const laterCheck =
    checks.find(({ needs: { uses = [] } }) => uses.some(({ title }) => title === later))?.title ?? '';
  const bare = 'a category without a description is created';
  const judgedByStatus = [
    [laterCheck, later],
    [bare, bare],
  ] as const;
  const others = ['a string is returned unchanged: emoji'];

  test.each([...judgedByStatus, ...others.map((title) => [title, title] as const)])(
    'is not judged by %s',
    async (title, purpose) => {
      const isRefused = (from: string) => [purpose, control].includes(from);
      const { judgment, sent } = await checked(creating, title, (request, from) =>
        isRefused(from) ? { status: 409 } : correctly(request),
      );
      expect(judgment).toBe('not judged: the server accepts no more categories: status 409 after 1 category');
      const [last] = sent.slice(-1);
      expect(String(last?.request.body)).toMatch(/^{"name":"[a-z]{7}","description":"kit[a-z]{4}"}$/);
    },
  );

  test.each(judgedByStatus)(
    'is not assumed if a plain category is created next: %s',
    async (title, purpose) => {
      const { judgment, sent } = await checked(creating, title, refused(purpose, 409));
      expect(judgment).toBe('expected status 201, received status 409: returned 409');
      expect(sent.slice(-2).map((one) => one.purpose)).toEqual([control, renamed]);
    },
  );
});

describe('a category without a description', () => {
  const title = 'a category without a description is created';

  test('is sent after the plain category', async () => {
    const { sent } = await checked(creating, title, correctly);
    expect(sent.map(({ purpose }) => purpose)).toEqual([first, secondList.title, title]);
    expect(String(sent[2]?.request.body)).toBe('{"name":"kitbbbb"}');
    expect(sent[2]?.request.mark).toBe('kitbbbb');
  });

  test.each([
    [{ status: 401 }, 'not judged: see create.created, auth.key-accepted'],
    [{ status: 500 }, 'expected status 201, received status 500: returned 500'],
    [{ status: 201 }, 'expected 201 with a Category, received no body: the 201 is not JSON'],
    [json(201, { id: 1, name: 'a', description: 'b' }), 'met'],
    [
      json(201, { id: 1, name: 'a', description: null }),
      'expected a string or no description, received null: description is null',
    ],
    [
      json(201, { id: 1, name: 'a', description: ['b'] }),
      'expected a string or no description, received array: description is array',
    ],
  ])('is judged by its response: %j', async (reply, verdict) => {
    expect(await judgment(title, only(title, reply))).toBe(verdict);
  });

  test('is not judged if the plain category is not created or not a Category', async () => {
    const unsent = await checked(creating, title, only(first, { status: 500 }));
    expect(unsent.judgment).toBe('not judged: see create.created, auth.key-accepted');
    expect(unsent.sent.map(({ purpose }) => purpose)).toEqual([first, secondList.title]);
    expect(await judgment(title, () => json(201, 'a'))).toBe(
      'not judged: see create.created, auth.key-accepted',
    );
  });
});

describe('an id in the request', () => {
  const title = 'an id in the request is ignored';
  const sentId = (request: HttpRequest) => /^\{"id":(\d+),/.exec(String(request.body))?.[1] ?? '';
  const middle = 2n ** 40n + 2n ** 39n;
  const posted = (sent: readonly Exchange[]) =>
    sent.findLast(({ request }) => request.method === 'POST')?.request ?? expect.fail();

  test('is ignored', async () => {
    const { sent } = await checked(creating, title, correctly, { random: () => 0.5 });
    const request = posted(sent);
    expect(request).toMatchObject({ mark: 'kitbbbb' });
    expect(String(request.body)).toBe(`{"id":${middle},"name":"kitbbbb","description":"made by a test"}`);
    const follows: Serve = (sent, purpose) =>
      purpose === title ? { status: 201, body: `{"id":${sentId(sent)},"name":"a"}` } : correctly(sent);
    expect(await judgment(title, follows)).toBe(
      'expected an id that the server assigned, received the id sent in the request: the id of the request is used',
    );
  });

  test('is not in the list', async () => {
    const listing =
      (body: string): Serve =>
      (request) =>
        request.method === 'GET' ? { status: 200, body } : correctly(request);
    const sent = async (body: string) => sentId(posted((await checked(creating, title, listing(body))).sent));
    expect(await sent(`[{"id":${middle}},7,{"id":${middle + 1n}}]`)).toBe(String(middle + 2n));
    expect(await sent(`{"id":${middle}}`)).toBe(String(middle));
    expect(await sent('[')).toBe(String(middle));
  });

  test('may be refused', async () => {
    expect(await judgment(title, only(title, { status: 400 }))).toBe(
      'not judged: a body with an id is not accepted (status 400)',
    );
    expect(await judgment(title, only(title, json(201, [])))).toBe('not judged: see create.created');
    expect(await judgment(title, only(title, json(200, { id: 1, name: 'a' })))).toBe('met');
  });

  test('causes no failure', () => {
    const rule = 'create.created';
    const sent = (reply: Partial<ResponseParts>, body = '{"id":7,"name":"kitaaaa"}') =>
      judged(creating, rule, creation(reply, body));
    expect(sent({ status: 500 })).toBe(
      'expected 201, or 4xx because of the id, received status 500: returned 500',
    );
    const { request } = creation({}, '{"id":7,"name":"kitaaaa"}');
    const cut = { ...cutOff(0), attempt: 2 as const, request };
    expect(judged(creating, rule, cut)).toMatch(/: no response \(cut\)$/);
    for (const status of [200, 201, 400, 422, 499])
      expect(sent({ status }), String(status)).toBe('not selected');
    // Anything else in the body may be the reason.
    for (const body of ['{"name":"kitaaaa"}', '{"id":7,"name":7}', '{"id":7,"id":7,"name":"KIT"}'])
      expect(sent({ status: 500 }, body), body).toBe('not selected');
  });

  test('may appear only in a list', () => {
    const rule = 'create.id';
    const sent = (id: string, shown: unknown) => ({
      ...responded({
        at: 0,
        request: post(Buffer.from(`{"id":${id},"name":"kitqzbbbbbcccc"}`), { mark: 'kitqzbbbbbcccc' }),
        ...json(201, shown),
      }),
      sentFor: rule,
    });
    const list = (at: number, id: string) =>
      responded({
        at,
        request: plainList(),
        status: 200,
        body: `[{"id":3,"name":"b"},{"id":${id},"name":"kitqzbbbbbcccc"}]`,
      });
    const of = (...exchanges: Exchange[]) => concluded(creating, rule, exchanges);
    const beyond = '1649267441664';
    expect(of(sent(beyond, { id: 1 }), list(1, beyond), list(2, beyond))).toBe(
      'expected an id assigned by the server, also in the list, received the id sent in the request, in the list: the list shows the id of the request',
    );
    expect(of(sent(beyond, { id: 1 }), list(1, '1'))).toBe('not judged: see create.created');
    // The 201 already shows it, so only that fails.
    expect(of(sent(beyond, { id: Number(beyond) }), list(1, beyond))).toBe('not judged: see create.created');
    expect(of({ ...sent(beyond, { id: 1 }), ...cutOff(0) }, list(1, beyond))).toBe(
      'not judged: see create.created',
    );
  });
});

describe('a sample string', () => {
  const title = 'a string is returned unchanged: emoji';
  const reply = (shown: (body: { name: string; description: string }) => unknown): Serve => {
    return (request, purpose) =>
      purpose === title ? json(201, shown(JSON.parse(String(request.body)))) : correctly(request);
  };

  test('must be returned unchanged', async () => {
    const { judgment, instances, sent } = await checked(
      creating,
      title,
      reply((body) => ({ ...body, name: '?' })),
    );
    expect(judgment).toMatch(
      /^expected name string "kitbbbb .+", received string "\?": a string is changed$/,
    );
    expect(instances).toEqual(['emoji']);
    expect(sent.at(-1)?.request.mark).toBe('kitbbbb 🐟🐟🐟 👩🏽\u200d🏫');
    expect(String(sent.at(-1)?.request.body)).toBe(
      '{"name":"kitbbbb 🐟🐟🐟 👩🏽\u200d🏫","description":"🇰🇪 💪🏽"}',
    );
  });

  test.each([
    [(body: object) => ({ ...body, description: null }), /received null: description is null$/],
    [(body: object) => ({ ...body, description: undefined }), /received missing: description is missing$/],
    [({ name }: { name: string }) => ({ name: ` ${name} `, description: '🇰🇪 💪🏽' }), /^met$/],
    [() => ({ id: 1 }), /received missing: name is missing$/],
    [() => [], /: the 201 is not an object$/],
  ])('fails if it is changed (%#)', async (shown, verdict) => {
    expect(await judgment(title, reply(shown))).toMatch(verdict);
  });

  test.each([
    ['kitbbbb 🐟🐟🐟 👩🏽🏫', 'U+200D sent, U+1F3EB received'],
    ['kitbbbb 🐟🐟🐟 👩', 'U+1F3FD sent, nothing received'],
    ['kitbbbb ??? ?', 'U+1F41F sent, U+003F received'],
  ])(
    'is compared by code points, because some are invisible or look like others: %s',
    async (name, words) => {
      const verdict = await judgment(
        title,
        reply((body) => ({ ...body, name })),
      );
      expect(verdict).toMatch(
        /^expected name string "kitbbbb 🐟🐟🐟 👩🏽\\u200d🏫", received string "[^"]+" \(/u,
      );
      expect(verdict.endsWith(` (first difference: ${words}): a string is changed`)).toBe(true);
    },
  );

  test.each([
    [{ status: 401 }, 'not judged: see create.created, auth.key-accepted'],
    [{ status: 400 }, 'not judged: such strings are refused (status 400)'],
    [{ status: 499 }, 'not judged: such strings are refused (status 499)'],
    [{ status: 500 }, 'expected 201 with the strings as sent, or 4xx, received status 500: returned 500'],
    [{ status: 300 }, 'expected 201 with the strings as sent, or 4xx, received status 300: returned 300'],
    [
      'cut' as const,
      'expected 201 with the strings as sent, or 4xx, received the connection was cut: no response (cut)',
    ],
  ])('is judged by its response: %j', async (response, verdict) => {
    expect(await judgment(title, only(title, response))).toBe(verdict);
  });

  test('is not judged if the plain category is not created', async () => {
    const { judgment, sent } = await checked(creating, title, only(first, { status: 200 }));
    expect(judgment).toBe('not judged: see create.created, auth.key-accepted');
    expect(sent.map(({ purpose }) => purpose)).toEqual([first, secondList.title]);
  });

  test('names a plain category that fails in the same way', async () => {
    const broken: Serve = (request, from) =>
      from === title || from.startsWith('a plain category after') ? { status: 500 } : correctly(request);
    expect(await judgment(title, broken)).toBe(
      'expected 201 with the strings as sent, or 4xx, received status 500; a plain category sent next had the same result, so the ' +
        'text is probably not the cause: returned 500',
    );
  });

  test('in a generated script is sent only in thorough runs, after everything else', () => {
    const generated = checks.filter(({ title }) => title.endsWith(', generated'));
    expect(generated.length).toBeGreaterThan(10);
    for (const [index, { needs }] of generated.entries())
      expect(needs).toMatchObject({ priority: 230 - index, profiles: ['thorough'] });
  });

  test('in a generated script has a random JSON form', async () => {
    const spelled = async (random: number) => {
      const run = await checked(creating, 'a string is returned unchanged: Greek, generated', correctly, {
        random: () => random,
      });
      return String(run.sent.at(-1)?.request.body);
    };
    // A number below one half swaps the fields, adds whitespace and escapes both.
    expect(await spelled(0.1)).toMatch(/^\s+\{.*"description".*"name"/s);
    expect(await spelled(0.1)).toMatch(/\\u03b\w/i);
    expect(await spelled(0.9)).toMatch(/^\{"name":"kitbbbb [α-ω]+","description":"[α-ω]+"\}$/);
    expect(await spelled(0.5)).toMatch(/^\{"name":"kitbbbb [α-ω]+","description":"[α-ω]+"\}$/);
  });
});

/** Creates an exchange that creates the plain category `kitaaaa`, with this response. */
const creation = (
  reply: Partial<ResponseParts>,
  sent = '{"name":"kitaaaa","description":"made by a test"}',
  at = 0,
) => responded({ at, status: 201, request: post(Buffer.from(sent)), ...reply });
const shown = (value: unknown) => json(201, value);

describe('the response to a valid creation', () => {
  const rules = ['create.media-type', 'create.id', 'create.fields'];
  const good = shown({ id: 1, name: 'kitaaaa', description: 'made by a test' });

  test.each(rules)('is judged by %s if it is a 201', (requirement) => {
    expect(judged(creating, requirement, creation(good))).toBe('met');
    expect(judged(creating, requirement, creation({ ...good, status: 200 }))).toBe('not selected');
    expect(judged(creating, requirement, creation(good, '{"name":7}'))).toBe('not selected');
    expect(judged(creating, requirement, { ...creation(good), ...responded({ at: 0, status: 201 }) })).toBe(
      'not selected',
    );
    expect(judged(creating, requirement, { ...cutOff(0), request: creation(good).request })).toBe(
      'not selected',
    );
    expect(judged(creating, requirement, creation({ status: 201, body: '{' }))).toBe(
      'not judged: see create.created',
    );
  });

  test('is application/json', () => {
    expect(judged(creating, 'create.media-type', creation({ ...good, headers: [] }))).toMatch(
      /: Content-Type is missing$/,
    );
  });

  test.each([
    [{ id: 1 }, 'met'],
    [{ id: '1', name: 7 }, 'expected an int64 integer as a JSON number, received string "1": id is string'],
    [{ name: 'a' }, 'expected an int64 integer as a JSON number, received missing: id is missing'],
    [{}, 'not judged: see create.created'],
  ])('must have an int64 id: %j', (value, verdict) => {
    expect(judged(creating, 'create.id', creation(shown(value)))).toBe(verdict);
  });
});

describe('name and description', () => {
  const requirement = 'create.fields';
  const of = (value: unknown, sent?: string) => judged(creating, requirement, creation(shown(value), sent));
  const bare = '{"name":"kitaaaa"}';

  test.each([
    [{ id: 1, name: 'kitaaaa', description: 'made by a test' }, undefined, 'met'],
    [
      { id: 1, description: 'made by a test' },
      undefined,
      'expected name string "kitaaaa", received missing: name is missing',
    ],
    [
      { name: 'kitaaaa', description: 'a' },
      undefined,
      'expected description string "made by a test", received string "a": description is another string',
    ],
    [
      { name: 'kitaaaa' },
      undefined,
      'expected description string "made by a test", received missing: description is missing',
    ],
    [{ name: 'kitaaaa' }, bare, 'met'],
    [{ name: 'kitaaaa', description: ' ' }, bare, 'met'],
    [{ name: 'kitaaaa', description: 7 }, bare, 'met'],
    [{ name: 'kitaaaa', description: 'No description.' }, bare, 'met'],
    [{ name: 'kitaaaa', description: 'Null' }, bare, 'met'],
    [{ name: 'kitaaaa', description: 'not null' }, bare, 'met'],
    [{ name: 'kitaaaa', description: 'null value' }, bare, 'met'],
  ])('are judged in the response %j (%#)', (value, sent, verdict) => {
    expect(of(value, sent)).toBe(verdict);
  });

  test.each(['null', 'undefined', 'None', ' None '])('may not be %j if no description was sent', (text) => {
    expect(of({ name: 'kitaaaa', description: text }, bare)).toBe(
      `expected no description, because none was sent, received string "${text}": a description appears`,
    );
  });

  test('are judged only for plain categories', () => {
    for (const sent of ['{"name":"Kitaaaa"}', '{"name":"ki"}', '{"name":"kitaaaa","description":"short"}'])
      expect(of({ name: 'other' }, sent)).toBe('not selected');
  });

  test('name the request that sent the string, if it was another one', () => {
    const theirs = creation(shown({ id: 1 }), '{"name":"kitbbbb","description":"of another"}', 1);
    const creations = createCreations('kit', 2_000);
    creations.see(theirs);
    const judgment = (value: unknown, sent?: string) => {
      const exchange = creation(shown(value), sent, 5);
      return judged(creating, requirement, exchange, { creations });
    };
    expect(judgment({ name: 'kitbbbb' })).toMatch(
      /^expected name string "kitaaaa", received string "kitbbbb", sent by the previous creation: name is another string$/,
    );
    expect(judgment({ name: 'kitaaaa', description: 'of another' }, bare)).toMatch(
      /received string "of another", sent by .+: a description appears$/,
    );
  });
});

test('ids are unique', () => {
  const again = [
    creation(shown({ id: 7, name: 'kitaaaa' })),
    creation(shown({ id: 7, name: 'kitbbbb' }), undefined, 1),
  ];
  const creations = createCreations('kit', 2_000);
  const requirement = 'create.id-unique';
  expect(concluded(creating, requirement, [], { creations })).toBe(
    'not judged: see create.created, create.id',
  );
  for (const exchange of again) creations.see(exchange);
  expect(concluded(creating, requirement, [], { creations })).toBe(
    'expected a unique id, received id 7, same as an earlier creation: two creations have the same id',
  );
});

test('a default of the server is noted and not judged', () => {
  const bare = creation(shown({ id: 1, name: 'kitaaaa', description: 'Soon.' }), '{"name":"kitaaaa"}');
  expect(observed(creating, 'create.fields', bare)).toBe('a default description: string "Soon."');
});

test('a Location is noted', () => {
  const requirement = 'create.location';
  const got = creation(shown({ id: 1 }));
  expect(observed(creating, requirement, got)).toBe('no Location');
  expect(
    observed(creating, requirement, creation({ ...shown({ id: 1 }), headers: [['Location', '/a']] })),
  ).toBe('Location sent');
  expect(observed(creating, requirement, creation({ status: 200 }), responded({ at: 0 }))).toBeUndefined();
  expect(hasResponse(got)).toBe(true);
});
