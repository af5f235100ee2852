import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Behavior, everything, lists } from './behavior.ts';
import { deviatingOn } from './message.ts';
import type { HostileTarget } from './raw-server.ts';

const legal = 'content codings are legal and decoded';
const notJson = 'a body that cannot be decoded is not a JSON array (GET /categories)';
const beyondCap = 'a list that exceeds a limit of the kit is not judged';

/** Content codings that the client did not ask for. */
export const codings: readonly Behavior[] = [
  coded('gzip', (body) => gzipSync(body)),
  coded('deflate', (body) => deflateSync(body)),
  coded('br', (body) => brotliCompressSync(body)),
  coded('gzip, gzip', (body) => gzipSync(gzipSync(body)), 'gzip-twice'),
  {
    id: 'gzip-four-times',
    does: 'applies four content codings to every list',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    listNotTested: /the body has more than three content codings/,
    start: () => onLists('gzip, gzip, gzip, gzip', (body) => gzipSync(gzipSync(gzipSync(gzipSync(body))))),
  },
  {
    id: 'gzip-bomb',
    does: 'returns 1 MB of gzip that expands to 1 GB for every list',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    listNotTested: /the body exceeds 8 MB \(raise --max-body\)/,
    heavy: true,
    start: () => {
      // Concatenated gzip members are one stream.
      const member = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 });
      const bomb = Buffer.concat(Array.from({ length: 16 }, () => member));
      return onLists('gzip', () => bomb);
    },
  },
  {
    id: 'brotli-bomb',
    does: 'returns a few bytes of brotli that expand to 64 MB for every list',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    listNotTested: /the body exceeds 8 MB \(raise --max-body\)/,
    heavy: true,
    start: () => {
      const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, ' '), { params: { 1: 1 } });
      return onLists('br', () => bomb);
    },
  },
  undecodable('gzip-broken', 'sends gzip that is corrupt in the middle', 'gzip', (body) => {
    const bytes = gzipSync(body);
    bytes.fill(0xff, 10, 14);
    return bytes;
  }),
  undecodable('gzip-cut', 'sends gzip that is cut off', 'gzip', (body) => gzipSync(body).subarray(0, -6)),
  undecodable('gzip-in-name', 'announces gzip and sends plain text', 'gzip', (body) => body),
  undecodable('gzip-unsaid', 'sends gzip without announcing it', 'identity', (body) => gzipSync(body)),
  undecodable('coding-unknown', 'names an unknown coding', 'rot13', (body) => body),
  undecodable(
    'coding-constructor',
    'names a coding that every JavaScript object inherits',
    'constructor',
    (body) => body,
  ),
  undecodable(
    'coding-to-string',
    'names a coding that is a method of every JavaScript object',
    'toString',
    (body) => body,
  ),
  undecodable('coding-proto', 'names `__proto__` as the coding', '__proto__', (body) => body),
];

function coded(coding: string, encode: (body: Buffer) => Buffer, id = coding): Behavior {
  return {
    id: `coded-${id}`,
    does: `encodes every body with ${coding}`,
    arises: 'a proxy that compresses whatever passes',
    status: 0,
    because: legal,
    start: () =>
      deviatingOn(everything, ({ headers, body }) => ({
        headers: [...headers, ['Content-Encoding', coding]],
        body: encode(body),
      })),
  };
}

function undecodable(id: string, does: string, coding: string, encode: (body: Buffer) => Buffer): Behavior {
  return {
    id,
    does: `${does}, for every list`,
    arises: 'a misconfigured proxy, or a crash',
    status: 1,
    because: notJson,
    requirements: ['list.ok'],
    start: () => onLists(coding, encode),
  };
}

function onLists(coding: string, encode: (body: Buffer) => Buffer): Promise<HostileTarget> {
  return deviatingOn(lists, ({ headers, body }) => ({
    headers: [...headers, ['Content-Encoding', coding]],
    body: encode(body),
  }));
}
