import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../../../src/files/unreadable.ts';
import type { HarEntry } from '../../../src/report/har/entries.ts';
import { exchangeOf } from '../../../src/report/har/exchange.ts';
import { readHar } from '../../../src/report/har/read.ts';
import { secretsIn } from '../../../src/report/har/secrets.ts';

const entry: HarEntry = {
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 5,
  request: { method: 'GET', url: 'http://x.example/v1/categories', headers: [] },
  response: { status: 200, headers: [], content: { text: '[]' } },
};

/** Returns the entry with another value in one place. */
function changed(place: string, value: unknown): unknown {
  const copy = structuredClone(entry) as unknown as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop() ?? '';
  let at = copy;
  for (const name of names) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[last] = value;
  return copy;
}

const read = (one: unknown) => readHar(Buffer.from(JSON.stringify({ log: { entries: [entry, one] } })));

describe('an entry of a recording', () => {
  it.each([
    ['startedDateTime', '+275760-09-13T00:00:00Z'],
    ['startedDateTime', '-271821-04-20T00:00:00Z'],
    ['startedDateTime', 0],
    ['time', 1e308],
    ['time', 'x'],
    ['timings.receive', -1e300],
    ['comment', {}],
    ['request.method', 5],
    ['request.url', 'categories'],
    ['request.postData', 'x'],
    ['request.postData.text', 5],
    ['request.postData.mimeType', 5],
    ['request.bodySize', 'x'],
    ['request.headers', [{ name: 'A' }]],
    ['response.status', 1e300],
    ['response.status', 200.5],
    ['response.statusText', 5],
    ['response.headers', 'x'],
    ['response.content', null],
    ['response.content.text', {}],
    ['response.content.encoding', 7],
    ['response.content.size', 'x'],
  ])('with %s: %j is rejected by name', (place, value) => {
    const name = place.replaceAll('.', '/');
    expect(() => read(changed(place, value))).toThrow(
      new UnreadableFile(`/log/entries/1: ${name} does not match HAR 1.2`),
    );
  });

  it.each([
    ['time', -1],
    ['time', null],
    ['timings', null],
    ['timings.receive', -1],
    ['connection', {}],
    ['response.statusText', null],
    ['request.postData', null],
    ['response.status', -1],
  ])('with %s: %j is judged', (place, value) => {
    expect(read(changed(place, value)).exchanges).toHaveLength(2);
  });

  it('without a response has the status 0 or -1', () => {
    const recording = {
      baseUrl: 'http://x.example/v1',
      startedAt: 0,
      credentials: {
        shown: 'stripped',
        of: () => ({ credential: 'none', validity: 'none' }) as const,
      },
    } as const;
    for (const status of [0, -1]) {
      const withoutResponse = changed('response.status', status) as HarEntry;
      expect(exchangeOf(withoutResponse, 1, recording)?.outcome.kind).toBe('fault');
    }
  });
});

it('returns secrets also in decoded form, and those of a redirect', () => {
  const leaky = {
    ...entry,
    request: { ...entry.request, headers: [{ name: 'Cookie', value: 'sid=Qx7%50w9%4cmKK+z' }] },
    response: { ...entry.response, redirectURL: 'http://x.example/?token=a%20secret%2Btoken' },
  };
  for (const secret of ['Qx7%50w9%4cmKK+z', 'Qx7Pw9LmKK+z', 'Qx7Pw9LmKK z', 'a secret+token'])
    expect(secretsIn(leaky)).toContain(secret);
});

it('finds joined cookies, quoted values, and headers whose names end with a space', () => {
  const headers = [
    { name: 'Set-Cookie', value: 'a=Joined_1; Path=/\nb=Joined_2; Path=/' },
    { name: 'Set-Cookie', value: 'c=Joined_3; Path=/, d=Joined_4; Path=/' },
    { name: 'Set-Cookie', value: 'e="Quoted_5"; Path=/' },
    { name: 'Authorization ', value: 'Bearer Blank_6' },
  ];
  const secrets = secretsIn({ ...entry, response: { ...entry.response, headers } });
  for (const secret of ['Joined_1', 'Joined_2', 'Joined_3', 'Joined_4', 'Quoted_5', 'Blank_6'])
    expect(secrets).toContain(secret);
});
