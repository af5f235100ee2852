import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { weakValidators } from './index.ts';
import { probeClasses, validBodies } from './probes.ts';

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;

const kindOf = (status: number): 'accepted' | 'refused' | 'other' => {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 400 ? 'refused' : 'other';
};

const isCategory = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  'name' in row &&
  typeof row.name === 'string' &&
  (!('description' in row) || typeof row.description === 'string');

describe('the weak validators', () => {
  it('are at least 40, each with an id of its own', () => {
    expect(new Set(weakValidators.map(({ id }) => id)).size).toBe(weakValidators.length);
    expect(weakValidators.length).toBeGreaterThanOrEqual(40);
    expect(weakValidators.filter(({ breaksLists }) => breaksLists)).toHaveLength(3);
  });
});

describe.each(weakValidators)('$id', (validator) => {
  const { accepts, change, example, requirements, exposedBy, breaksLists } = validator;
  const early = requirements.includes('invalid.nothing-stored');
  const broken = probeClasses.map(({ id, bodies, breaks }) => ({
    id,
    rows: bodies.map((body) => breaks(accepts(bytesOf(body)))),
  }));
  let server: ReferenceServer;

  beforeAll(async () => {
    server = await startReferenceServer({ keys: [{ key: 'key', plan: 'business' }], change });
  });
  afterAll(() => server.close());

  const send = async (method: string, body?: Uint8Array): Promise<{ status: number; json: unknown }> => {
    const response = await fetch(`${server.url}/categories`, {
      method,
      headers: { Authorization: 'Bearer key', 'Content-Type': 'application/json' },
      body: body === undefined ? null : new Uint8Array(body),
    });
    return { status: response.status, json: await response.json() };
  };
  const list = async (): Promise<readonly unknown[]> => {
    const { status, json } = await send('GET');
    expect(status).toBe(200);
    return Array.isArray(json) ? json : [];
  };

  it('accepts valid categories and stores them as they are', async () => {
    for (const body of validBodies) {
      expect(accepts(bytesOf(body)), body).toBe('accepted');
      const { status, json } = await send('POST', bytesOf(body));
      expect({ status, json }).toMatchObject({ status: 201, json: JSON.parse(body) });
    }
    expect(await list()).toHaveLength(validBodies.length);
  });

  it('shows its weakness on its example and responds as stated', async () => {
    const before = await list();
    const { status } = await send('POST', example);
    expect(kindOf(status)).toBe(accepts(example));
    expect(status === 400).toBe(early);
    const after = await list();
    expect(after.length > before.length).toBe(early || status === 201);
    expect(after.every(isCategory)).toBe(breaksLists !== true);
  });

  it('breaks the rows it names and no others', () => {
    const rows = broken.flatMap((found) => found.rows).filter((row) => row !== undefined);
    expect([...new Set(rows)].sort()).toEqual(early ? [] : [...requirements].sort());
  });

  it.skipIf(early)('is exposed as it says', () => {
    const always = broken.filter(({ rows }) => rows.every((row) => row !== undefined));
    expect(always.length > 0 ? 'any instance' : 'some values').toBe(exposedBy);
  });
});
