import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { inTiers } from '../../support/tiers.ts';
import { weakValidators } from './index.ts';
import { probeClasses, validBodies } from './probes.ts';

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;

const kindOf = (status: number): 'accepted' | 'refused' | 'other' => {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 400 ? 'refused' : 'other';
};

const isCategory = (element: unknown): boolean =>
  typeof element === 'object' &&
  element !== null &&
  'name' in element &&
  typeof element.name === 'string' &&
  (!('description' in element) || typeof element.description === 'string');

describe('the weak validators', () => {
  it('are at least 40, with unique ids', () => {
    expect(new Set(weakValidators.map(({ id }) => id)).size).toBe(weakValidators.length);
    expect(weakValidators.length).toBeGreaterThanOrEqual(40);
    expect(weakValidators.filter(({ breaksLists }) => breaksLists)).toHaveLength(3);
  });
});

for (const { rows, options } of inTiers(weakValidators, 4))
  describe.each(rows)('$id', options, (validator) => {
    const { accepts, change, example, requirements, exposedBy, breaksLists } = validator;
    const early = requirements.includes('invalid.nothing-stored');
    const broken = probeClasses.map(({ id, bodies, breaks }) => ({
      id,
      violated: bodies.map((body) => breaks(accepts(bytesOf(body)))),
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

    it('accepts valid categories and stores them unchanged', async () => {
      for (const body of validBodies) {
        expect(accepts(bytesOf(body)), body).toBe('accepted');
        const { status, json } = await send('POST', bytesOf(body));
        expect({ status, json }).toMatchObject({ status: 201, json: JSON.parse(body) });
      }
      expect(await list()).toHaveLength(validBodies.length);
    });

    it('shows its weakness with its example', async () => {
      const before = await list();
      const { status } = await send('POST', example);
      expect(kindOf(status)).toBe(accepts(example));
      expect(status === 400).toBe(early);
      const after = await list();
      expect(after.length > before.length).toBe(early || status === 201);
      expect(after.every(isCategory)).toBe(breaksLists !== true);
    });

    it('violates the requirements that it names and no others', () => {
      const violated = broken.flatMap((one) => one.violated).filter((id) => id !== undefined);
      expect([...new Set(violated)].sort()).toEqual(early ? [] : [...requirements].sort());
    });

    it.skipIf(early)('is exposed as specified', () => {
      const always = broken.filter(({ violated }) => violated.every((id) => id !== undefined));
      expect(always.length > 0 ? 'any instance' : 'some values').toBe(exposedBy);
    });
  });
