import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Change, Variant } from '../change.ts';
import { editResponses } from '../edits.ts';
import { withHeader } from '../response.ts';

const coded = (name: string, code: (body: Uint8Array) => Uint8Array): Change =>
  editResponses(
    ({ body }) => body.length > 0,
    (response) => ({
      ...withHeader(withHeader(response, 'Content-Encoding', name), 'Vary', 'Accept-Encoding'),
      body: code(response.body),
    }),
  );

const UNASKED = 'Reading 9 names gzip; every coding of RFC 9110 8.4.1 is as good.';

export const codingVariants: readonly Variant[] = [
  {
    id: 'gzip',
    title: 'Bodies are compressed although nobody asked',
    legal: 'Reading 9 names it among what is legal.',
    warnings: [],
    change: coded('gzip', (body) => gzipSync(body)),
  },
  {
    id: 'deflate',
    title: 'Bodies are deflated, in the zlib format',
    legal: UNASKED,
    warnings: [],
    change: coded('deflate', (body) => deflateSync(body)),
  },
  {
    id: 'brotli',
    title: 'Bodies are compressed by Brotli',
    legal: UNASKED,
    warnings: [],
    change: coded('br', (body) => brotliCompressSync(body)),
  },
  {
    id: 'coded-twice',
    title: 'Bodies are deflated and then compressed again, under an old name of gzip',
    legal: 'RFC 9110 8.4: codings are listed in the order in which they were applied; x-gzip is gzip.',
    warnings: [],
    change: coded('Deflate, X-GZIP', (body) => gzipSync(deflateSync(body))),
  },
  {
    id: 'gzip-byte-by-byte',
    title: 'Bodies are compressed and arrive in chunks of one byte',
    legal: 'Reading 9 names gzip and chunking; where a chunk ends means nothing (RFC 9112 7.1).',
    warnings: [],
    change: (parts, tools) => {
      const { finish = parts.finish } = coded('gzip', (body) => gzipSync(body))(parts, tools);
      const delivery = { chunked: { bytes: 1, pauseMs: 0 } };
      return { finish: async (response, visit) => ({ ...(await finish(response, visit)), delivery }) };
    },
  },
  {
    id: 'coding-identity',
    title: 'Bodies are said to be coded by identity',
    legal: 'RFC 9110 8.4: it should not be said, and a coding that changes nothing has nothing to undo.',
    warnings: [],
    change: coded('identity', (body) => body),
  },
];
