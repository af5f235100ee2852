import { describe, expect, it } from 'vitest';
import { defects, pets } from '../../examples/pets/server.mjs';
import type { Change } from '../../reference-server/index.ts';
import {
  type BodySchema,
  type CheckOrRule,
  check,
  everyResponse,
  expectStatus,
  type InvalidBodies,
  invalidBodies,
  type Operation,
  operation,
  probe,
  request,
  statusOf,
  suite,
} from '../../src/check.ts';
import { readChecks } from '../../src/checks/custom-checks.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { requirement, runWith, type With } from './run-with.ts';

const readPet = operation('GET', '/pets/{petId}', { errors: [404] });
const deletePet = operation('DELETE', '/pets/{petId}', { errors: [404] });
const createPet = operation('POST', '/pets', { errors: [400] });
const missing = { petId: 12_345_678_901_234_567_890n };

/** Returns custom checks for these operations, with a rule that always passes. */
function suiteOf(operations: readonly (Operation | InvalidBodies)[], ...checks: readonly CheckOrRule[]) {
  const rule = everyResponse(
    'pets.seen',
    'a response',
    ({ request: { operation: id } }) => id.includes(' /'),
    () => {},
  );
  return suite('Pets', [
    ...operations,
    { ...requirement('pets.seen'), kind: 'requirement' },
    rule,
    ...checks,
  ]);
}

const asked = probe('pets.seen', 'a missing pet', {}, () => request(readPet, { parameters: missing }));
const withoutKey = probe('pets.seen', 'a pet without a key', { withKey: 0, withoutKey: 1 }, () =>
  request(deletePet, { parameters: missing, credential: 'none' }),
);

/** Runs checks against a server with pets, and returns the verdicts of their section, by id. */
async function verdictsOf(checks: ReturnType<typeof suiteOf>, defect?: string, more: With = {}) {
  const change = pets(defect) as unknown as Change;
  const trial = await runWith(checks, {
    ...more,
    server: { change },
    settings: { only: 'pets.*', ...more.settings },
  });
  const own = trial.report.requirements.filter(({ section }) => section === 'Pets');
  return { ...trial, verdicts: Object.fromEntries(own.map(({ id, verdict }) => [id, verdict])) };
}

describe('request', () => {
  it('fills in the path, and writes the query and the body, including all digits of a bigint', () => {
    const search = operation('GET', '/pets/{petId}/toys');
    const made = request(search, { parameters: { petId: 'a/b' }, query: { size: 3, old: true } });
    expect(made).toMatchObject({
      method: 'GET',
      path: '/pets/a%2Fb/toys?size=3&old=true',
      credential: 'bearer',
    });
    const { body } = request(createPet, {
      body: { categoryId: 2n ** 63n - 1n, tags: [-1n], name: 'bigint1' },
    });
    expect(new TextDecoder().decode(body)).toBe(
      '{"categoryId":9223372036854775807,"tags":[-1],"name":"bigint1"}',
    );
    expect(() => request(readPet)).toThrow('the parameter petId of GET /pets/{petId} is missing');
  });

  it('builds requests only for operations that are not in the specification', () => {
    expect(() => operation('POST', '/categories')).toThrow('is an operation of the specification');
    expect(() => operation('FETCH' as 'GET', '/pets')).toThrow('is not an operation');
    expect(() => operation('GET', 'pets' as '/pets')).toThrow('is not an operation');
  });
});

describe('operations that a suite adds', () => {
  it('are judged by the rules of the kit, with requirement ids of the section', async () => {
    const { verdicts, report } = await verdictsOf(suiteOf([readPet, deletePet], asked, withoutKey));
    expect(verdicts).toMatchObject({
      'pets.seen': 'pass',
      'pets.errors.shape': 'pass',
      'pets.errors.status': 'pass',
      'pets.headers.present': 'pass',
      'pets.auth.key-missing': 'pass',
      'pets.auth.challenge': 'pass',
      'pets.auth.key-exact': 'not tested',
    });
    const untested = report.requirements.find(({ id }) => id === 'pets.auth.key-exact');
    expect(untested?.reason).toMatchObject({ code: 'no-own-response', class: 'nothing to test' });
    expect(report.verdict.exitStatus).toBe(0);
  });

  it.each([
    ['error-as-text', 'pets.errors.shape'],
    ['open-to-all', 'pets.auth.key-missing'],
  ] as const)(
    'violate only the one requirement of their section that the defect breaks: %s',
    async (defect, id) => {
      const { report } = await verdictsOf(suiteOf([readPet, deletePet], asked, withoutKey), defect, {
        settings: { only: '*' },
      });
      expect(defects[defect]).toBe(id);
      const [first, ...others] = report.findings.filter(({ level }) => level === 'required');
      expect(others).toEqual([]);
      expect(first).toMatchObject({ requirement: id, section: 'Pets' });
      expect(first?.places?.map(({ place }) => place).join()).toMatch(/^(?:GET|DELETE) \/pets\/\{petId\} /);
      expect(report.verdict.sentence).toContain('1 from custom checks (Pets) is violated.');
    },
  );

  it('are judged by the http.* requirements, like all other operations', async () => {
    const failing: Change = (parts, tools) => ({
      ...(pets()(parts as never) as object),
      operations: {
        ...parts.operations,
        getPet: () => ({ status: 500, headers: [], json: {} }),
      },
      ...(tools === undefined ? {} : {}),
    });
    const { report } = await runWith(suiteOf([readPet], asked), {
      server: { change: failing },
      settings: { only: 'pets.seen,http.server-errors' },
    });
    const found = report.findings.filter(({ requirement: id }) => id === 'http.server-errors');
    expect(found.map(({ cause }) => cause)).toContain('GET /pets/{petId} returned 500');
  });

  it('must be listed in the suite', async () => {
    const { report } = await verdictsOf(suiteOf([deletePet], asked));
    expect(report.checkFaults?.join()).toContain('sends GET /pets/{petId}, which the suite does not declare');
    expect(report.verdict.exitStatus).toBe(3);
  });

  it('do not change the results for the specification', async () => {
    const change = pets() as unknown as Change;
    const of = async (checks: ReturnType<typeof suiteOf>) =>
      (await runWith(checks, { server: { change }, settings: { only: '*' } })).report.requirements
        .filter(({ section }) => section === undefined)
        .map(({ id, verdict }) => `${id} ${verdict}`);
    const alone = await of(suiteOf([]));
    expect(alone).toHaveLength(catalog.length);
    expect(await of(suiteOf([readPet, deletePet], asked, withoutKey))).toEqual(alone);
  });

  it('receive writes and near misses only if the settings allow them', async () => {
    const removes = check('pets.seen', 'a deletion', {}, async ({ send }) => {
      expectStatus(await send(() => request(deletePet, { parameters: missing })), 404);
    });
    const { report } = await verdictsOf(suiteOf([deletePet], removes), undefined, {
      settings: { readOnly: true, exhaust: false },
    });
    expect(report.timeline.rows.map(({ operation: id }) => id)).not.toContain(deletePet.id);
    const near = probe('pets.seen', 'a near miss', { withKey: 0, withoutKey: 1 }, () =>
      request(readPet, { parameters: missing, credential: 'key-cut' }),
    );
    const sent: (number | undefined)[] = [];
    const rule = everyResponse(
      'pets.seen',
      'a near miss',
      ({ request: { credential } }) => credential === 'key-cut',
      (one) => void sent.push(statusOf(one)),
    );
    const gentle = suiteOf([readPet], near, rule);
    await verdictsOf(gentle, undefined, { settings: { nearMisses: false } });
    expect(sent).toEqual([]);
    const { verdicts } = await verdictsOf(gentle);
    expect(sent).toEqual([401]);
    expect(verdicts['pets.auth.key-exact']).toBe('pass');
  });
});

const newPet: BodySchema = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: {
    name: { type: 'string' },
    categoryId: { type: 'integer', format: 'int64' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

describe('invalid bodies of a schema', () => {
  const bodies = invalidBodies('pets.seen', createPet, newPet);

  it.each([
    [undefined, []],
    ['status-unknown', ['status is an unknown string']],
    ['name-missing', ['`name` is missing']],
    ['category-as-text', ['categoryId is a string of digits']],
  ])('are refused, or shrink to the smallest accepted body: %s', async (defect, faults) => {
    const { report, verdicts } = await verdictsOf(suiteOf([createPet, bodies]), defect);
    const found = report.findings.filter(({ requirement: id }) => id === 'pets.seen');
    expect(found.map(({ payload }) => payload?.fault)).toEqual(faults);
    expect(verdicts['pets.seen']).toBe(defect === undefined ? 'pass' : 'fail');
    expect(verdicts['pets.errors.shape']).toBe('pass');
    for (const { payload, exchange } of found) {
      expect(payload?.tries).toBeGreaterThan(0);
      expect(payload?.smallest.length).toBeLessThanOrEqual(payload?.found.length ?? 0);
      expect(exchange?.request.url).toMatch(/\/pets$/);
    }
  });

  it.each([
    [
      { ...newPet, properties: { ...newPet.properties, name: { type: 'string', pattern: '^a' } } },
      'name of the schema has pattern, so it needs examples',
    ],
    [{ ...newPet, required: ['owner'] }, 'the schema requires owner, which is not among its properties'],
    [{ type: 'array', items: newPet }, 'the schema does not describe an object'],
    [{ ...newPet, required: [], properties: { name: { $ref: '#/a' } } }, 'name of the schema has no type'],
  ])('need a schema that the kit can read: %#', (schema, problem) => {
    const wrong = suiteOf([createPet, invalidBodies('pets.seen', createPet, schema as BodySchema)]);
    expect(() => readChecks(wrong, { from: 'f' })).toThrow(problem);
  });

  it('need requirements and an operation that are in the suite', () => {
    const read =
      (...entries: Parameters<typeof suiteOf>[0]) =>
      () =>
        readChecks(suiteOf(entries), { from: 'f' });
    expect(read(bodies)).toThrow('the operation is not an entry of the suite');
    expect(read(createPet, invalidBodies({ name: 'pets.seen' }, createPet, newPet))).toThrow(
      'for * is not a requirement',
    );
    expect(read(createPet, invalidBodies('pets.other', createPet, newPet))).toThrow(
      '"pets.other" for * is not',
    );
    expect(read(readPet, invalidBodies('pets.seen', readPet, newPet))).toThrow('must have a body');
  });
});

describe('a section of custom checks', () => {
  const read = (id: string) =>
    readChecks(
      { ...suiteOf([readPet]), requirements: [requirement(id)], checks: [{ ...asked, requirement: id }] },
      { from: 'f' },
    );

  it('may cover what the specification leaves open', () => {
    expect(() => read('pets.exists')).toThrow('the id pets.exists is a requirement of the specification');
    expect(() => read('pets.mine')).toThrow('nothing tests pets.mine');
    expect(() => read('errors.mine')).toThrow('begins with "errors."');
  });
});
