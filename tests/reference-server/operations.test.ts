import { describe, expect, test } from 'vitest';
import { createCategoryStore } from '../../reference-server/categories.ts';
import { bearer, create, json, list, parsed, send, started, usage } from './talk.ts';

describe('The reference server', () => {
  test('lists no categories as an empty array', async () => {
    const response = await list(await started());
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(parsed(response)).toEqual([]);
  });

  test('creates categories with and without a description and lists them', async () => {
    const server = await started();
    const dog = await create(server, { name: 'dog', description: 'barks' });
    const cat = await create(server, { name: 'cat', id: 9, extra: [] });
    expect([dog.status, cat.status]).toEqual([201, 201]);
    expect(parsed(dog)).toEqual({ id: 1, name: 'dog', description: 'barks' });
    expect(parsed(cat)).toEqual({ id: 2, name: 'cat' });
    expect(parsed(await list(server))).toEqual([parsed(dog), parsed(cat)]);
  });

  test('writes ids beyond 2^53 digit by digit', async () => {
    const store = createCategoryStore([{ name: 'cat' }], 9_007_199_254_740_993n);
    const server = await started({ change: () => ({ store }) });
    expect((await create(server, { name: 'rabbit' })).body.toString()).toContain('"id":9007199254740994,');
    expect((await list(server)).body.toString()).toContain('"id":9007199254740993,');
  });

  test('refuses a category with 409 when the store is full, but accepts a smaller one', async () => {
    const server = await started({ seed: [{ name: 'x'.repeat(49_999_000) }] });
    const large = await create(server, { name: 'dog', description: 'y'.repeat(1_000) });
    expect(large.status).toBe(409);
    expect(parsed(large)).toMatchObject({ code: 'store_full', status: 409 });
    expect((await create(server, { name: 'dog' })).status).toBe(201);
  });

  test('keeps ordinary strings in any script', async () => {
    const server = await started();
    const fields = { name: `"a" 'b' <i>&amp; é 猫 🐈`, description: 'null' };
    expect(parsed(await create(server, fields))).toMatchObject(fields);
    expect(parsed(await list(server))).toMatchObject([fields]);
  });

  test.each([
    ['no body', ''],
    ['invalid JSON', '{"name":"a"'],
    ['a trailing comma', '{"name":"a",}'],
    ['a byte order mark', '\ufeff{"name":"a"}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['null', 'null'],
    ['an array', '[{"name":"a"}]'],
    ['no name', '{"description":"a"}'],
    ['a name only in the prototype', '{"__proto__":{"name":"a"}}'],
    ['a null name', '{"name":null}'],
    ['an empty name', '{"name":""}'],
    ['a null description', '{"name":"a","description":null}'],
    ['a description of 0', '{"name":"a","description":0}'],
    ['a name nested five thousand levels deep', `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('refuses %s with 400 and stores nothing', async (_what, body) => {
    const server = await started();
    const response = await create(server, body);
    expect(response.status).toBe(400);
    expect(parsed(response)).toEqual({ code: expect.any(String), message: expect.any(String), status: 400 });
    expect(parsed(await list(server))).toEqual([]);
  });

  test('refuses a media type other than JSON, or a content coding, with 415', async () => {
    const server = await started();
    const post = (headers: Record<string, string>) =>
      send(server, {
        method: 'POST',
        path: '/categories',
        headers: { ...bearer, ...headers },
        body: '{"name":"a"}',
      });
    expect((await post({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post({})).status).toBe(415);
    expect((await post({ ...json, 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await post({ 'Content-Type': 'Application/JSON; charset=utf-8' })).status).toBe(201);
  });

  test('refuses a body beyond the size limit with 413, whether the body has a Content-Length or is chunked', async () => {
    const server = await started({ bodyLimit: 100 });
    const body = JSON.stringify({ name: 'a'.repeat(300_000) });
    expect((await create(server, body)).status).toBe(413);
    const chunked = await send(server, {
      method: 'POST',
      path: '/categories',
      headers: { ...bearer, ...json, 'Transfer-Encoding': 'chunked' },
      body,
    });
    expect(chunked.status).toBe(413);
    expect(chunked.headers.connection).toBe('close');
    expect(usage(chunked).limit).toBe(60);
  });

  test('serves HEAD wherever it serves GET, without a body', async () => {
    const server = await started();
    const response = await send(server, { method: 'HEAD', path: '/categories', headers: bearer });
    expect(response.status).toBe(200);
    expect(response.headers['content-length']).toBe('2');
    expect(response.body).toHaveLength(0);
  });

  test.each([
    ['PUT', '/categories', 'GET, HEAD, POST'],
    ['POST', '/pets/1', 'GET, HEAD'],
    ['DELETE', '/store/orders', 'GET, HEAD'],
  ])('responds to %s %s with 405 and Allow', async (method, path, allow) => {
    const response = await send(await started(), { method, path, headers: bearer });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(parsed(response)).toMatchObject({ status: 405 });
  });

  test.each([
    '/',
    '/categories/',
    '/Categories',
    '/pets/',
    '/pets/x',
    '/pets/1/x',
    '/%zz',
    '/store%2Forders',
  ])('responds to GET %s with 404', async (path) => {
    const response = await send(await started(), { path, headers: bearer });
    expect(response.status).toBe(404);
    expect(parsed(response)).toMatchObject({ status: 404 });
  });

  test('marks the pet operation as deprecated, with a sunset date', async () => {
    const response = await send(await started(), { path: '/pets/7?full=1', headers: bearer });
    expect(response.status).toBe(200);
    expect(response.headers['deprecation']).toMatch(/^@\d+$/);
    expect(Date.parse(String(response.headers['sunset']))).not.toBeNaN();
    expect(parsed(response)).toEqual({ id: 7, name: 'Pet 7' });
  });

  test('lists orders', async () => {
    const response = await send(await started(), { path: '/store/orders', headers: bearer });
    expect([response.status, parsed(response)]).toEqual([200, []]);
  });

  test('serves its description without a key', async () => {
    const response = await send(await started(), { path: '/openapi.json' });
    expect(response.status).toBe(200);
    expect(usage(response).remaining).toBe(59);
    expect(parsed(response)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: '/v1' }],
      security: [{ apiKey: [] }],
      paths: {
        '/categories': {
          get: { operationId: 'listCategories', tags: ['categories'] },
          post: { operationId: 'createCategory', requestBody: { required: true } },
        },
        '/pets/{petId}': { get: { deprecated: true, 'x-stability': 'beta' } },
        '/store/orders': { get: { 'x-stability': 'experimental' } },
      },
    });
  });
});
