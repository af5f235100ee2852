import request from 'supertest';
import { describe, expect, test } from 'vitest';

const api = request(process.env.PETSTORE_URL);
const key = `Bearer ${process.env.PETSTORE_KEY}`;
const list = () => api.get('/categories').set('Authorization', key);
const create = (body) => api.post('/categories').set('Authorization', key).send(body);
const error = (status) => ({ code: expect.any(String), message: expect.any(String), status });

function expectLimits({ headers }) {
  expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
  const reset = Number(headers['x-ratelimit-reset']);
  expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(25 * 3600);
}

describe('categories', () => {
  test('can be listed, with the three headers', async () => {
    const response = await list()
      .expect(200)
      .expect('Content-Type', /application\/json/);
    expect(response.body).toBeInstanceOf(Array);
    expectLimits(response);
  });

  test.each([{ name: 'dog', description: 'Barks at night' }, { name: 'cat' }, { name: 'Käfer 🐞' }])(
    'can be created and then listed: %j',
    async (category) => {
      const response = await create(category)
        .expect(201)
        .expect('Content-Type', /application\/json/);
      expect(response.body).toMatchObject({ id: expect.any(Number), ...category });
      expectLimits(response);
      expect((await list()).body).toContainEqual(response.body);
    },
  );

  test('have unique ids', async () => {
    const [one, other] = [await create({ name: 'hen' }), await create({ name: 'hare' })];
    expect(one.body.id).not.toBe(other.body.id);
  });

  test.each([
    '{}',
    '{"name":5}',
    '{"name":null}',
    '{"name":"x","description":5}',
    '[]',
    '"text"',
    '{"name":',
  ])('are rejected with 400 and not stored: %s', async (body) => {
    const before = (await list()).body.length;
    const response = await api
      .post('/categories')
      .set({ Authorization: key, 'Content-Type': 'application/json' })
      .send(body)
      .expect(400);
    expect(response.body).toMatchObject(error(400));
    expectLimits(response);
    expect((await list()).body).toHaveLength(before);
  });
});

describe('the key', () => {
  test.each([[{}], [{ Authorization: 'Bearer wrong' }]])('is required: %j', async (headers) => {
    for (const sent of [
      api.get('/categories').set(headers),
      api.post('/categories').set(headers).send({ name: 'x' }),
    ]) {
      const response = await sent.expect(401);
      expect(response.body).toMatchObject(error(401));
      expectLimits(response);
    }
  });
});

describe('the limit', () => {
  test('counts down, is enforced and resets', { timeout: 180_000 }, async () => {
    let response = await list();
    const most = Number(response.headers['x-ratelimit-limit']) + 5;
    for (let sent = 0, left = Infinity; response.status === 200 && sent < most; sent += 1) {
      const now = Number(response.headers['x-ratelimit-remaining']);
      expect(now).toBeLessThan(left);
      left = now;
      response = await list();
    }
    expect(response.status).toBe(429);
    expectLimits(response);
    expect(Number(response.headers['retry-after'])).toBeLessThan(3600);
    await new Promise((resolve) =>
      setTimeout(resolve, Number(response.headers['retry-after']) * 1000 + 1000),
    );
    await list().expect(200);
  });
});
