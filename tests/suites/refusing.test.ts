import { constant } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { type Probe, probesOf } from '../../src/checks/vocabulary.ts';
import type { Exchange, GeneratedBody } from '../../src/exchange/exchange.ts';
import type { Generated } from '../../src/payloads/generate.ts';
import { poisonBodies } from '../../src/payloads/unstated.ts';
import { createCreations } from '../../src/readings/readings.ts';
import refusing, { invalidBodies, requestFor, violatedRequirement } from '../../suites/refusing.ts';
import { secondList } from '../../suites/shared.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { checked } from './checked.ts';
import { json } from './correct-server.ts';
import { concluded, observed, tallied } from './judged.ts';

/** One body for each requirement, which violates only that. */
const bodies = {
  'invalid.name-missing': '{"description":"kitaaaa"}',
  'invalid.name-type': '{"name":7}',
  'invalid.description-type': '{"name":"kitaaaa","description":7}',
  'invalid.body-type': '[]',
  'invalid.body-empty': '',
  'invalid.body-malformed': '{"name":',
  'invalid.body-lenient': '{"name":"kitaaaa",}',
} as const;
type Row = keyof typeof bodies;
const requirements = Object.keys(bodies) as Row[];
const notUtf8 = Buffer.from('{"name":"\xe9"}', 'latin1');

/** Creates an exchange with this body and status. */
function sent(
  body: string | Uint8Array,
  status: number,
  also: Partial<ResponseParts> & { generated?: GeneratedBody } = {},
): Exchange {
  const { generated, ...reply } = also;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const request = { ...post(bytes), ...(generated === undefined ? {} : { generated }), ...reply.request };
  return { ...responded({ at: 0, ...reply, status, request }), purpose: `the body ${body}` };
}

const accepted = sent('{"name":"kitzzzz"}', 201);
const judgment = (requirement: string, ...exchanges: readonly Exchange[]) =>
  concluded(refusing, requirement, exchanges);
const noControl = 'not judged: no valid body is accepted, so refusals prove nothing (see create.created)';
const noBody = 'not judged: no body of this kind was sent, or only 401 and 429 were returned';

test('the section, its rules and its requests have titles', () => {
  for (const title of [refusing.title, ...refusing.checks.map((one) => one.title)])
    expect(title).toMatch(/^\S+( \S+)+$/);
});

test.each(requirements)('%s: the body must return 400', (requirement) => {
  expect(judgment(requirement, sent(bodies[requirement], 400))).toBe('met');
  const taken = requirement === 'invalid.body-lenient' ? 201 : 200;
  expect(judgment(requirement, sent(bodies[requirement], taken))).toBe(
    `expected status 400, received status ${taken}: returned ${taken}`,
  );
});

test.each(requirements.filter((requirement) => requirement !== 'invalid.body-lenient'))(
  '%s: another refusal is judged if a valid body is accepted',
  (requirement) => {
    for (const status of [404, 413, 422, 500]) {
      const refused = sent(bodies[requirement], status);
      expect(judgment(requirement, accepted, refused)).toBe(
        `expected status 400, received status ${status}: returned ${status}`,
      );
      expect(judgment(requirement, refused)).toBe(noControl);
    }
  },
);

test.each([...requirements, 'invalid.body-bytes'])(
  '%s judges only its own bodies, sent with the key',
  (requirement) => {
    for (const other of requirements.filter((one) => one !== requirement))
      expect(judgment(requirement, sent(bodies[other], 200)), other).toBe(
        // invalid.body-lenient judges 400 and 201.
        requirement === 'invalid.body-malformed' && other === 'invalid.body-lenient'
          ? 'expected status 400, received status 200: returned 200'
          : noBody,
      );
    const own = requirement === 'invalid.body-bytes' ? notUtf8 : bodies[requirement as Row];
    expect(judgment(requirement, sent(own, 500, { request: { credential: 'none' } }))).toBe(noBody);
    expect(judgment(requirement, sent(own, 500, { request: { operation: 'orders' } }))).toBe(noBody);
    expect(judgment(requirement, sent(own, 401))).toBe(noBody);
    expect(judgment(requirement, sent(own, 429))).toBe(noBody);
  },
);

describe('a valid body', () => {
  const refused = sent('[]', 422);

  test('is a control if it was served', () => {
    const requirement = 'invalid.body-type';
    for (const one of [
      sent('{"name":"kitzzzz"}', 400),
      sent('{"name":"kitzzzz","color":"red"}', 201),
      sent('{"name":"kitzzzz"}', 201, { request: { credential: 'none' } }),
      responded({ at: 0 }),
    ])
      expect(judgment(requirement, one, refused)).toBe(noControl);
    expect(judgment(requirement, sent('{"name":"kitzzzz"}', 200), refused)).toMatch(/: returned 422$/);
  });

  test('is not needed to judge accepted bodies', () => {
    const verdict = judgment('invalid.body-type', refused, sent('7', 201));
    expect(verdict).toBe('expected status 400, received status 201 (1 of 2 kinds of bodies): returned 201');
  });
});

describe('a body that is far larger than a category', () => {
  const large = (length: number) => `[${' '.repeat(length - 2)}]`;

  test('may be refused for its size', () => {
    expect(judgment('invalid.body-type', sent(large(1_001), 413))).toBe('met');
    expect(judgment('invalid.body-type', accepted, sent(large(1_000), 413))).toMatch(/: returned 413$/);
    expect(judgment('invalid.body-type', accepted, sent(large(1_001), 422))).toMatch(/: returned 422$/);
    expect(judgment('invalid.body-malformed', accepted, sent(large(1_002).slice(0, -1), 413))).toMatch(
      /: returned 413$/,
    );
  });
});

describe('only whitespace', () => {
  test('counts as no body if accepted, and as not JSON if refused', () => {
    const [empty, malformed] = ['invalid.body-empty', 'invalid.body-malformed'];
    const blank = (status: number) => sent(' ', status);
    expect(judgment(empty, blank(201))).toMatch(/^expected status 400, received status 201/);
    expect(judgment(malformed, blank(201))).toBe(noBody);
    expect(judgment(empty, accepted, blank(422))).toBe(noBody);
    expect(judgment(malformed, accepted, blank(422))).toMatch(/^expected status 400, received status 422/);
    expect(judgment(empty, blank(400))).toBe(noBody);
    expect(judgment(malformed, blank(400))).toBe('met');
    expect(judgment(malformed, accepted, sent('', 422))).toBe(noBody);
  });
});

describe('a body for lenient parsers', () => {
  const body = bodies['invalid.body-lenient'];

  test('is a warning if accepted, and otherwise must return 400', () => {
    expect(judgment('invalid.body-lenient', sent(body, 201))).toMatch(/received status 201: returned 201$/);
    expect(judgment('invalid.body-malformed', sent(body, 201))).toBe(noBody);
    expect(judgment('invalid.body-malformed', sent(body, 400))).toBe(noBody);
    expect(judgment('invalid.body-malformed', accepted, sent(body, 500))).toMatch(/: returned 500$/);
    expect(judgment('invalid.body-lenient', accepted, sent(body, 500))).toBe(noBody);
  });
});

describe('bytes that are not UTF-8', () => {
  test('must return a 2xx or a 4xx', () => {
    for (const status of [200, 299, 400, 415, 499])
      expect(judgment('invalid.body-bytes', sent(notUtf8, status)), String(status)).toBe('met');
    for (const status of [300, 399, 500])
      expect(judgment('invalid.body-bytes', accepted, sent(notUtf8, status))).toBe(
        `expected any 2xx or 4xx, received status ${status}: returned ${status}`,
      );
    const cut = { ...cutOff(0), request: post(notUtf8), attempt: 2 } as const;
    expect(judgment('invalid.body-bytes', accepted, cut)).toMatch(/: no response \(cut\)$/);
  });
});

describe('several bodies', () => {
  const generated = (fault: string): GeneratedBody => ({
    faultClass: { id: fault, fault, control: 'a', accepted: 'b' },
    seed: 1,
    path: '0',
  });
  const requirement = 'invalid.name-type';
  const long = sent('{"name":12345}', 201, { generated: generated('name is a number') });
  const short = sent('{"name":7}', 201, { generated: generated('name is a digit') });
  const other = sent('{"name":true}', 200, { generated: generated('name is a boolean') });
  const alsoCorrect = sent('{"name":[]}', 400, { generated: generated('name is an array') });

  test('with one cause are one finding, which shows the smallest and the first', () => {
    const {
      causes,
      tested,
      alsoCorrect: cases,
    } = tallied(refusing, requirement, [long, alsoCorrect, short, alsoCorrect, other]);
    const [first, second] = [...causes.values()];
    expect(first).toMatchObject({
      mismatch: { received: 'status 201 (2 of 4 kinds of bodies)', cause: 'returned 201' },
      exchange: { purpose: short.purpose },
      firstFound: { purpose: long.purpose },
      count: 2,
    });
    expect([...(first?.instances ?? [])]).toEqual(['name is a digit', 'name is a number']);
    expect(second).toMatchObject({
      mismatch: { received: 'status 200 (1 of 4 kinds of bodies)' },
      firstFound: { purpose: other.purpose },
    });
    expect(tested).toBe(5);
    expect([...cases]).toEqual([['name is an array', 2]]);
  });

  test('of the same size are shown in the order sent', () => {
    const [digit, number] = ['name is a digit', 'name is a number'].map(generated);
    const bodies = [
      sent('{"name":12345}', 201, { generated: digit ?? expect.fail() }),
      sent('{"name":8}', 201, { generated: number ?? expect.fail() }),
      sent('{"name":7}', 201, { generated: digit ?? expect.fail() }),
    ];
    const { causes } = tallied(refusing, requirement, bodies);
    expect([...causes.values()].map(({ exchange }) => exchange?.purpose)).toEqual(['the body {"name":8}']);
  });

  test('of one kind have no number of kinds', () => {
    const { causes } = tallied(refusing, requirement, [short, short]);
    expect([...causes.values()].map(({ mismatch }) => mismatch.received)).toEqual(['status 201']);
  });

  test('with another refusal are not judged without a control', () => {
    const refused = sent('{"name":null}', 500);
    const { tested, causes } = tallied(refusing, requirement, [refused, alsoCorrect]);
    expect([tested, causes.size]).toEqual([1, 0]);
    expect(tallied(refusing, requirement, [refused, alsoCorrect, accepted])).toMatchObject({ tested: 2 });
  });
});

test('names the requirement that a body violates, if any', () => {
  for (const requirement of requirements) {
    expect(violatedRequirement(sent(bodies[requirement], 400)), requirement).toBeUndefined();
    expect(violatedRequirement(sent(bodies[requirement], 201)), requirement).toBe(requirement);
    expect(violatedRequirement(sent(bodies[requirement], 401)), requirement).toBeUndefined();
  }
  expect(violatedRequirement(sent(bodies['invalid.body-lenient'], 500))).toBe('invalid.body-malformed');
  expect(violatedRequirement(sent(notUtf8, 500))).toBe('invalid.body-bytes');
  expect(violatedRequirement(sent(notUtf8, 400))).toBeUndefined();
  expect(violatedRequirement(accepted)).toBeUndefined();
  expect(violatedRequirement(responded({ at: 0 }))).toBeUndefined();
});

test('a request without any body has an empty one', () => {
  const { body: _none, ...request } = post(Buffer.of());
  const bare = (status: number): Exchange => ({
    ...responded({ at: 0, status }),
    request,
    purpose: 'nothing',
  });
  expect(judgment('invalid.body-empty', bare(201))).toMatch(/received status 201: returned 201$/);
  expect(judgment('invalid.body-empty', accepted, bare(413))).toMatch(/: returned 413$/);
  expect(judgment('invalid.body-malformed', accepted, bare(422))).toBe(noBody);
});

describe('a refused POST', () => {
  test('must store nothing', () => {
    const requirement = 'invalid.nothing-stored';
    const creations = createCreations('kitqzaaaaa', 2_000);
    const known = { creations };
    expect(concluded(refusing, requirement, [], known)).toBe(
      "not judged: no list was read after the target refused an invalid body with the run's mark",
    );
    const refused = sent('{"description":"kitqzaaaaabbbb"}', 400, { request: { mark: 'kitqzaaaaabbbb' } });
    creations.see(refused);
    creations.see(responded({ at: 3, body: '[]' }));
    expect(concluded(refusing, requirement, [], known)).toBe('met');
    expect([...tallied(refusing, requirement, [], known).alsoCorrect.keys()]).toEqual([refused.purpose]);
    creations.see(responded({ at: 5, body: '[{"name":"kitqzaaaaabbbb"}]' }));
    expect(concluded(refusing, requirement, [], known)).toMatch(/: stored although it returned 400$/);
  });
});

describe('an unspecified body', () => {
  const unstated = (
    status: number,
    sentFor: string,
    body = '{"name":"kitqzaaaaabbbb","description":null}',
  ) => ({
    ...sent(body, status),
    sentFor,
  });

  test('must be accepted or refused', () => {
    const requirement = 'invalid.either';
    expect(judgment(requirement, unstated(201, requirement))).toBe('met');
    expect(judgment(requirement, unstated(400, requirement))).toBe('met');
    expect(judgment(requirement, accepted, unstated(500, requirement))).toMatch(
      /^expected status 201 or 400, received status 500/,
    );
    expect(judgment(requirement, unstated(200, requirement))).toMatch(
      /^expected status 201 or 400, received status 200/,
    );
    expect(judgment(requirement, accepted, unstated(500, 'invalid.unstated'))).toBe(noBody);
    expect(judgment(requirement, { ...responded({ at: 0, status: 201 }), sentFor: requirement })).toBe(
      noBody,
    );
  });

  test('is noted', () => {
    expect(observed(refusing, 'invalid.null-description', unstated(422, 'invalid.either'))).toBe(
      'status 422',
    );
    for (const other of [
      unstated(422, 'invalid.either', '{"name":" "}'),
      sent('{"name":null}', 400),
      responded({ at: 0 }),
    ])
      expect(observed(refusing, 'invalid.null-description', other)).toBeUndefined();
    const requirement = 'invalid.unstated';
    const list = { ...responded({ at: 0, status: 200 }), sentFor: requirement };
    expect(observed(refusing, requirement, { ...unstated(201, requirement), purpose: 'a field' }, list)).toBe(
      'a field: status 201',
    );
    expect(
      observed(refusing, requirement, { ...responded({ at: 0, status: 500 }), sentFor: requirement }),
    ).toBe('a list: status 500');
    expect(observed(refusing, requirement, unstated(201, 'invalid.either'))).toBeUndefined();
    expect(observed(refusing, requirement, unstated(400, requirement, '{"name":7}'))).toBeUndefined();
  });

  test('is sent only in thorough runs, each with a unique mark', () => {
    const probes = refusing.checks.filter((one): one is Probe => one.kind === 'probe');
    const maker = { name: () => 'kitaaaa', random: () => 0 };
    for (const { needs, make, title } of probes) {
      expect(needs).toMatchObject({ profiles: ['thorough'], after: secondList });
      const { body, mark, contentType } = make(maker);
      expect(String(body)).toContain('kitaaaa');
      expect(mark).toBe('kitaaaa');
      expect(contentType).toBe(title === 'another media type' ? 'text/plain' : undefined);
      expect(Object.hasOwn(make(maker), 'contentType')).toBe(contentType !== undefined);
    }
    const worths = probes.map(({ needs }) => needs.priority);
    expect(worths).toEqual(probes.map((_one, index) => 100 - index));
  });
});

describe('generated bodies', () => {
  const classOf = (id: string): Generated['faultClass'] => ({
    ...{ id, requirement: 'invalid.name-type', fault: id, control: '', accepted: '' },
    ...{
      group: 'name type',
      turn: 'required',
      alike: false,
      unstated: false,
      arbitrary: constant({ label: '', text: '' }),
    },
  });
  const [a, b, c] = ['a', 'b', 'c'].map(classOf);
  const generatedOf = (faultClass: Generated['faultClass'] | undefined, text: string): Generated => ({
    faultClass: faultClass ?? expect.fail(),
    draft: { label: text, text },
    seed: 1,
    path: '0',
  });

  test('are sent in their order, each class once before any twice', () => {
    const generated = [
      generatedOf(a, '1'),
      generatedOf(b, '2'),
      generatedOf(c, '3'),
      generatedOf(a, '4'),
      generatedOf(b, '5'),
    ];
    const probes = invalidBodies(generated);
    expect(probes.map(({ needs }) => needs.priority)).toEqual([960, 953, 946, 600, 599]);
    expect(probes.map(({ title }) => title)).toEqual(['1', '2', '3', '4', '5']);
    expect(probes[0]).toMatchObject({
      requirement: 'invalid.name-type',
      needs: { after: secondList, carries: true },
      unshared: true,
    });
    expect(probes[0]?.make({ name: () => 'kitaaaa', random: () => 0 })).toEqual(
      requestFor(generated[0] ?? expect.fail(), () => 'kitaaaa'),
    );
  });

  test('that are empty follow a refused request on its connection; other requests may follow the rest', () => {
    const empty = { id: 'd', requirement: 'invalid.body-empty' } as const;
    const probes = invalidBodies([
      generatedOf({ ...(a ?? expect.fail()), ...empty }, ''),
      generatedOf(a, '1'),
    ]);
    expect(probes.map(({ needs: { onKept, carries } }) => [onKept, carries])).toEqual([
      [true, undefined],
      [undefined, true],
    ]);
  });

  test('come before nothing else, however many there are', () => {
    const many = invalidBodies(Array.from({ length: 700 }, (_one, at) => generatedOf(a, String(at))));
    expect([1, 600, 601, 602, 699].map((at) => many[at]?.needs.priority)).toEqual([600, 1, 0, -1, -1]);
  });

  test('carry a mark if possible', () => {
    const room = generatedOf(a, '{"description":"markmarkmarkma"}');
    const marked = requestFor(room, () => 'kitaaaa');
    expect(String(marked.body)).toBe('{"description":"kitaaaa"}');
    expect(marked).toMatchObject({ mark: 'kitaaaa', generated: room });
    const bare = requestFor(generatedOf(a, '[]'), () => expect.fail('a name was used'));
    expect(String(bare.body)).toBe('[]');
    expect(bare).not.toHaveProperty('mark');
  });
});

const poisoning = 'bodies that a faulty server may store and then fail on, up to the first failure';

test('reads the list after each dangerous body', async () => {
  const { judgment, sent } = await checked(refusing, poisoning, ({ method }) =>
    method === 'GET' ? json(200, []) : json(400, {}),
  );
  expect(judgment).toBe('met');
  expect(sent.map(({ purpose }) => purpose)).toEqual(
    poisonBodies.flatMap(({ name }) => [name, `the list after ${name}`]),
  );
  expect(new Set(sent.map(({ sentFor }) => sentFor))).toEqual(new Set(['invalid.unstated']));
  const [first, list] = sent;
  expect(first?.request).toMatchObject({ method: 'POST', mark: 'kitaaaa', credential: 'bearer' });
  expect(first?.request.body).toEqual(poisonBodies[0]?.body('kitaaaa'));
  expect(list?.request).toMatchObject({ method: 'GET', operation: 'listCategories' });
});

test('sends nothing more once the list fails', async () => {
  let lists = 0;
  const { judgment, sent } = await checked(refusing, poisoning, ({ method }) =>
    method === 'GET' && ++lists === 2 ? { status: 500 } : json(method === 'GET' ? 200 : 201, []),
  );
  expect(judgment).toBe('met');
  // A failed list is read twice.
  expect(sent.map(({ purpose }) => purpose).slice(-2)).toEqual([
    `the list after ${poisonBodies[1]?.name}`,
    poisoning,
  ]);
});

test('sends dangerous bodies only in thorough runs, at the end of all others', () => {
  const check = refusing.checks.find(({ title }) => title === poisoning) ?? expect.fail();
  if (check.kind !== 'check') expect.fail();
  expect(check.requirement).toBe('invalid.unstated');
  const last = { priority: 1, profiles: ['thorough'] };
  expect(check.needs).toMatchObject({ ...last, phase: 'last', spare: 1, mayBreak: poisonBodies.length });
  for (const { needs } of probesOf(check)) expect(needs).toMatchObject(last);
});

test('counts only bodies that may be accepted as creations', () => {
  const creating = refusing.checks.flatMap((one) =>
    one.kind === 'check' ? probesOf(one).map(({ needs }) => needs.creates ?? 0) : [],
  );
  expect(creating).toEqual(poisonBodies.flatMap(({ creates }) => [creates ? 1 : 0, 0]));
});
