import { describe, expect, test } from 'vitest';
import { isLoopback, proxyVariables, redirectOf, slashRedirect } from '../../src/exchange/address.ts';
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

test('other responses, such as a 201 or a redirect without a Location, are not redirects from the router', () => {
  expect(to('/v1/categories/', 201)).toBeUndefined();
  expect(slashRedirect(responded({ at: 0, status: 307 }), base)).toBeUndefined();
  expect(slashRedirect(cutOff(0), base)).toBeUndefined();
});

test.each([
  [299, undefined],
  [300, '/there'],
  [399, '/there'],
  [400, undefined],
])('the redirect target of a %i with a Location is %s', (status, location) => {
  const { response } = responded({ at: 0, status, headers: [['Location', '/there']] }).outcome;
  expect(redirectOf(response)).toBe(location);
});

test.each([
  ['127.0.0.1', true],
  ['127.100.20.255', true],
  ['localhost', true],
  ['my.app.localhost', true],
  ['[::1]', true],
  ['mylocalhost', false],
  ['localhost.example', false],
  ['my.localhost.example', false],
  ['127.0.0.1.example', false],
  ['x127.0.0.1', false],
  ['127.0.x.1', false],
  ['10.0.0.1', false],
])('the host %s is this machine: %s', (host, isThis) => {
  expect(isLoopback(host)).toBe(isThis);
});

describe('the variables that set a proxy', () => {
  const both = { HTTPS_PROXY: 'http://one:1', http_proxy: 'http://two:2' };
  const [https, http] = Object.entries(both).map(([name, value]) => ({ name, value }));

  test('begin with the one for the scheme of the URL', () => {
    expect(proxyVariables(new URL('https://pets.example/v1'), both)).toEqual([https, http]);
    expect(proxyVariables(new URL('http://pets.example/v1'), both)).toEqual([http, https]);
  });

  test('are used in lowercase if both spellings exist, even if the lowercase one is empty', () => {
    const proxies = (env: Readonly<Record<string, string>>) =>
      proxyVariables(new URL('https://pets.example/v1'), env);
    expect(proxies({ https_proxy: 'http://one:1', HTTPS_PROXY: 'http://two:2' })).toEqual([
      { name: 'https_proxy', value: 'http://one:1' },
    ]);
    expect(proxies({ https_proxy: '', HTTPS_PROXY: 'http://two:2', HTTP_PROXY: '' })).toEqual([]);
    expect(proxies({})).toEqual([]);
  });

  test('are ignored for this machine', () => {
    expect(proxyVariables(new URL('http://127.0.0.1:8080/v1'), both)).toEqual([]);
  });
});
