import { expect, test } from 'vitest';
import { slashRedirect } from '../../src/exchange/address.ts';
import { cutOff, responded } from '../support/responses.ts';

const base = new URL('https://pets.example/v1/');
const to = (location: string, status = 307) =>
  slashRedirect(responded({ at: 0, status, headers: [['Location', location]] }), base);

test.each([
  '/v1/categories/',
  'https://pets.example/v1/categories/',
  'https://PETS.example:443/v1/categories/',
  '//pets.example/v1/categories/',
  'categories/',
  '/v1/categories/?page=1',
])("a redirect to %s comes from the server's router", (location) => {
  for (const status of [301, 302, 307, 308]) expect(to(location, status)).toBe(location);
});

test.each([
  '/v1/categories',
  '/v1/categories//',
  '/v2/categories/',
  '/login/',
  'http://pets.example/v1/categories/',
  'https://pets.example:8443/v1/categories/',
  'https://other.example/v1/categories/',
  'file:///v1/categories/',
  'https://[broken/',
  '',
])('a redirect to %s does not come from the router', (location) => {
  expect(to(location)).toBeUndefined();
});

test('other responses are not redirects of the router', () => {
  expect(to('/v1/categories/', 201)).toBeUndefined();
  expect(slashRedirect(responded({ at: 0, status: 307 }), base)).toBeUndefined();
  expect(slashRedirect(cutOff(0), base)).toBeUndefined();
});
