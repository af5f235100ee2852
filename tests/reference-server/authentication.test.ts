import { describe, expect, test } from 'vitest';
import { bearer, json, KEY, list, parsed, send, started, usage } from './talk.ts';

const OPERATIONS = [
  ['GET', '/categories'],
  ['POST', '/categories'],
  ['GET', '/pets/1'],
  ['GET', '/store/orders'],
] as const;

const REFUSED: readonly Readonly<Record<string, string>>[] = [
  {},
  { Authorization: KEY },
  { Authorization: `Basic ${KEY}` },
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer ' },
  { Authorization: `Bearer ${KEY}x` },
  { Authorization: `Bearer ${KEY.slice(0, -1)}` },
  { Authorization: `Bearer ${KEY.toLowerCase()}` },
  { Authorization: `Bearer ${KEY} ${KEY}` },
  { 'X-Api-Key': KEY },
];

describe('The key', () => {
  test.each(OPERATIONS)('is required by %s %s in exactly the right form', async (method, path) => {
    const server = await started();
    for (const headers of REFUSED) {
      const body = method === 'POST' ? { body: '{"name":"a"}' } : {};
      const response = await send(server, { method, path, headers: { ...json, ...headers }, ...body });
      expect(response.status, JSON.stringify(headers)).toBe(401);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer /);
      expect(parsed(response)).toEqual({
        code: expect.any(String),
        message: expect.any(String),
        status: 401,
      });
      expect(response.body.toString()).not.toContain(KEY);
    }
    expect(parsed(await list(server))).toEqual([]);
  });

  test('is accepted with the scheme in any case, and with several spaces after the scheme', async () => {
    const server = await started();
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      const headers = { Authorization: `${scheme}${KEY}` };
      expect((await send(server, { path: '/categories', headers })).status).toBe(200);
    }
  });

  test('is refused if it is sent in two header lines', async () => {
    const server = await started();
    const response = await fetch(`${server.url}/categories`, {
      headers: [
        ['Authorization', `Bearer ${KEY}`],
        ['Authorization', `Bearer ${KEY}`],
      ],
    });
    expect(response.status).toBe(401);
  });

  test('decides the plan', async () => {
    const server = await started({
      keys: [
        { key: 'a', plan: 'free' },
        { key: 'b', plan: 'pro' },
        { key: 'c', plan: 'business' },
        { key: 'd', plan: 'enterprise' },
      ],
      plans: { enterprise: { minute: 5_000, day: 9_000_000 } },
    });
    const limits: number[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      const response = await send(server, {
        path: '/categories',
        headers: { Authorization: `Bearer ${key}` },
      });
      limits.push(usage(response).limit);
    }
    expect(limits).toEqual([60, 300, 1_000, 5_000]);
  });

  test('is not required for a 404', async () => {
    const server = await started();
    expect((await send(server, { path: '/nothing' })).status).toBe(404);
    expect((await send(server, { path: '/nothing', headers: bearer })).status).toBe(404);
  });
});
