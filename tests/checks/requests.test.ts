import { describe, expect, it } from 'vitest';
import { get, plainList, post } from '../../src/checks/requests.ts';
import { listCategories, orders, petById } from '../../src/spec/operations.ts';

const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

describe('get', () => {
  it.each([
    [listCategories, '/categories', 'listCategories'],
    ['/categories', '/categories', 'listCategories'],
    [petById, '/pets/1', 'petById'],
    ['/pets/1', '/pets/1', 'petById'],
    [orders, '/store/orders', 'orders'],
    ['/pets/2', '/pets/2', 'elsewhere'],
  ] as const)('returns a request with the operation that matches the path: %#', (what, path, operation) => {
    expect(get(what)).toStrictEqual({ method: 'GET', path, operation, credential: 'bearer' });
  });

  it('returns a request with the credential that the caller selects', () => {
    expect(get('/health', 'none').credential).toBe('none');
    expect(plainList()).toStrictEqual(get(listCategories));
  });
});

it.each(['health', '/a b', '@other.example/', '/ä'])(
  'get rejects a path that cannot follow the base URL: %s',
  (path) => {
    expect(() => get(path)).toThrow(`the path "${path}" must begin with a slash and have no spaces`);
  },
);

describe('post', () => {
  it('writes every value as JSON, except strings and bytes', () => {
    const bytes = Uint8Array.of(123, 255);
    expect(text(post({ name: 'a' }).body)).toBe('{"name":"a"}');
    expect(text(post(['ä']).body)).toBe('["ä"]');
    expect(text(post('{ä').body)).toBe('{ä');
    expect(post(bytes).body).toBe(bytes);
  });

  it('creates a category, by default with the key and without a mark', () => {
    const { body, ...others } = post('');
    expect(body).toHaveLength(0);
    const plain = {
      method: 'POST',
      path: '/categories',
      operation: 'createCategory',
      credential: 'bearer',
    } as const;
    expect(others).toStrictEqual(plain);
    const options = { mark: 'a', credential: 'none', contentType: 'text/plain' } as const;
    expect(post('', options)).toStrictEqual({ ...plain, body, ...options });
  });
});
