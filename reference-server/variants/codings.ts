import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Change, Variant } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editResponses } from '../changes/edits.ts';
import { withHeader } from '../changes/headers.ts';

const coded = (name: string, code: (body: Uint8Array) => Uint8Array): Change =>
  editResponses(
    ({ body }) => body.length > 0,
    (response) => ({
      ...withHeader(withHeader(response, 'Content-Encoding', name), 'Vary', 'Accept-Encoding'),
      body: code(response.body),
    }),
  );

const UNASKED = 'gzip is legal, and so is every other coding in RFC 9110 8.4.1.';

export const codingVariants: readonly Variant[] = [
  {
    id: 'gzip',
    title: 'Compresses bodies although the request did not ask for it',
    legal: 'Compression is legal.',
    warnings: [],
    change: coded('gzip', (body) => gzipSync(body)),
  },
  {
    id: 'deflate',
    title: 'Deflates bodies, in the zlib format',
    legal: UNASKED,
    warnings: [],
    change: coded('deflate', (body) => deflateSync(body)),
  },
  {
    id: 'brotli',
    title: 'Compresses bodies with Brotli',
    legal: UNASKED,
    warnings: [],
    change: coded('br', (body) => brotliCompressSync(body)),
  },
  {
    id: 'coded-twice',
    title: 'Deflates bodies, then compresses them again under an old name for gzip',
    legal: 'RFC 9110 8.4: codings are listed in the order in which they were applied; x-gzip is gzip.',
    warnings: [],
    change: coded('Deflate, X-GZIP', (body) => gzipSync(deflateSync(body))),
  },
  {
    id: 'gzip-byte-by-byte',
    title: 'Compresses bodies and sends them in chunks of one byte',
    legal: 'gzip and chunking are legal, and chunk boundaries have no meaning (RFC 9112 7.1).',
    warnings: [],
    change: (parts, tools) => {
      const { finish = parts.finish } = coded('gzip', (body) => gzipSync(body))(parts, tools);
      return {
        finish: async (response, visit) =>
          withDelivery(await finish(response, visit), { chunked: { bytes: 1, pauseMs: 0 } }),
      };
    },
  },
  {
    id: 'coding-identity',
    title: 'Sends bodies with Content-Encoding: identity',
    legal: 'RFC 9110 8.4: identity should not be declared, and it leaves nothing to decode.',
    warnings: [],
    change: coded('identity', (body) => body),
  },
];
