import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { withHeader } from '../answer.ts';
import type { Change, Variant } from '../change.ts';
import { editAnswers } from '../edits.ts';

const coded = (name: string, code: (body: Uint8Array) => Uint8Array): Change =>
  editAnswers(
    ({ body }) => body.length > 0,
    (answer) => ({
      ...withHeader(withHeader(answer, 'Content-Encoding', name), 'Vary', 'Accept-Encoding'),
      body: code(answer.body),
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
];
