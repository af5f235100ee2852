import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Behavior, everything, lists, refusals } from './behavior.ts';
import { type Deviation, deviatingOn, head, writingOn } from './message.ts';
import type { CorrectResponse } from './raw-server.ts';

const extra = 'extra fields are legal (errors.shape)';
const categories = 'a list must contain Categories (GET /categories)';
const beyondCap = 'a response that exceeds a limit of the kit is not judged';
const megabyte = 1024 * 1024;
const size = 1.9 * megabyte;
const onlyLists = ['--only', 'list.ok,list.category,list.ids-unique'];
/** All responses are equally large, so a few of each kind are enough. */
const someOfEach = ['--only', 'list.ok,list.category,create.*,auth.key-missing'];

/**
 * Long bodies, compressed bodies, and values that are below every cap but would fill memory if all of them were kept.
 */
export const manyValues: readonly Behavior[] = [
  list('members-in-a-category', 'lists one category with 150,000 additional members', 0, extra, () => [
    `{"id":900001,"name":"a",${series(150_000, (at) => `"k${at.toString(36)}":0`)}}`,
  ]),
  list(
    'categories-invalid',
    'lists 65,000 categories whose id is a string and whose name is a number',
    1,
    categories,
    () => repeatedWith(65_000, (at) => `{"id":"${at}","name":${at}}`),
    ['list.category'],
  ),
  list(
    'ids-equal',
    'lists 75,000 categories with the same id',
    1,
    'ids must be unique (Category)',
    () => repeated('{"id":900001,"name":"c"}', 75_000),
    ['list.ids-unique'],
  ),
  list(
    'id-of-2-million-digits',
    'lists a category with an id of 1.9 million digits',
    1,
    'an id must be an int64 (Category)',
    () => [`{"id":${'7'.repeat(1_900_000)},"name":"a"}`],
    ['list.category'],
  ),
  list(
    'name-in-escapes',
    'lists a category with a name of 300,000 escapes',
    0,
    'long values are legal',
    () => [`{"id":900001,"name":"${'\\u0041'.repeat(300_000)}"}`],
  ),
  {
    id: 'many-blanks',
    does: 'returns every list after 1.9 MB of whitespace',
    arises: 'a template',
    status: 0,
    because: 'JSON may begin with whitespace (RFC 8259)',
    heavy: true,
    args: onlyLists,
    start: () => deviatingOn(lists, ({ body }) => ({ body: Buffer.concat([Buffer.alloc(size, ' '), body]) })),
  },
  {
    id: 'many-chunks',
    does: 'sends every list in 500,000 chunks of one byte',
    arises: 'a server that flushes every byte',
    status: 0,
    because: 'chunked encoding is legal (RFC 9112)',
    heavy: true,
    args: onlyLists,
    start: () => {
      const blanks = Buffer.from('1\r\n \r\n'.repeat(500_000));
      return writingOn(lists, (correct, socket) => {
        socket.write(head(correct, { framing: ['Transfer-Encoding: chunked'] }));
        socket.write(blanks);
        socket.write(`${correct.body.length.toString(16)}\r\n`);
        socket.write(correct.body);
        socket.write('\r\n0\r\n\r\n');
      });
    },
  },
  {
    id: 'many-findings',
    does: 'returns every error with a different status, with its own headers and a body that is not JSON',
    arises: 'malice',
    status: 1,
    because: 'errors must have a shape and a status (Errors)',
    heavy: true,
    args: ['--profile', 'thorough'],
    start: () => {
      let number = 0;
      const lines = Array.from({ length: 58 }, (_, at) => [`X-${at}`, '\x9b'.repeat(560)] as const);
      return deviatingOn(
        (_asked, { status }) => status >= 400,
        () => ({
          status: 430 + (++number % 70),
          headers: [['Content-Type', `text/html; ${number}`], ['X-RateLimit-Limit', `x${number}`], ...lines],
          body: '\u0080'.repeat(4_000),
        }),
      );
    },
  },
  {
    id: 'strings-everywhere',
    does: 'returns a different JSON string of 1.9 MB for everything',
    arises: 'malice',
    status: 1,
    because: categories,
    heavy: true,
    start: () => {
      const longText = longStrings();
      return deviatingOn(everything, () => ({ body: longText() }));
    },
  },
  {
    id: 'field-strings-concurrency-16',
    does: 'adds a different string of 1.9 MB to every object, with --concurrency 16',
    arises: 'a stack trace, or malice',
    status: 0,
    because: extra,
    heavy: true,
    args: ['--concurrency', '16', ...someOfEach],
    start: () => {
      const longText = longStrings();
      return deviatingOn(everything, (correct) => inObject(correct, `,"x":${longText()}}`));
    },
  },
  {
    id: 'bomb-gzip-in-br',
    does: 'returns 64 MB in a few bytes of gzip within brotli for every 401',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    verdictPattern: /the body exceeds 8 MB \(raise --max-body\)/,
    heavy: true,
    args: ['--concurrency', '16', '--only', 'auth.key-missing,auth.key-invalid'],
    start: () => {
      const body = brotliCompressSync(gzipSync(Buffer.alloc(64 * megabyte, ' ')), { params: { 1: 1 } });
      return deviatingOn(refusals, ({ headers }) => ({
        headers: [...headers, ['Content-Encoding', 'gzip, br']],
        body,
      }));
    },
  },
  {
    id: 'compressed-within-the-cap',
    does: 'adds a string of 1.9 MB to every object, compressed to a few KB of gzip',
    arises: 'a proxy that compresses every response',
    status: 0,
    because: 'content codings are legal and decoded',
    heavy: true,
    args: ['--concurrency', '16', ...someOfEach],
    start: () => {
      const more = `,"x":"${'x'.repeat(size)}"}`;
      return deviatingOn(everything, (correct) => {
        const { body = correct.body } = inObject(correct, more);
        const headers = [...correct.headers, ['Content-Encoding', 'gzip'] as const];
        return { headers, body: gzipSync(body, { level: 1 }) };
      });
    },
  },
];

/** Builds a behavior that puts additional elements before the correct ones in every list. */
function list(
  id: string,
  does: string,
  status: 0 | 1,
  because: string,
  elements: () => readonly string[],
  requirements?: readonly string[],
): Behavior {
  return {
    id: `many-${id}`,
    does,
    status,
    because,
    heavy: true,
    args: onlyLists,
    arises: 'data of other clients, or malice',
    ...(requirements === undefined ? {} : { requirements }),
    start: () => {
      const more = elements().join();
      return deviatingOn(lists, ({ body }) => {
        const own = body.toString('utf8').slice(1);
        return { body: `[${more}${own === ']' ? '' : ','}${own}` };
      });
    },
  };
}

/** Returns a function that makes a different JSON string of 1.9 MB on each call. */
function longStrings(): () => string {
  let number = 0;
  const rest = 'x'.repeat(size);
  return () => `"${++number} ${rest}"`;
}

/** Replaces the closing brace of an object, or of the first element of a list. */
function inObject({ body }: CorrectResponse, more: string): Deviation {
  const text = body.toString('utf8').trimEnd();
  const end = text.indexOf('}');
  // An echoed long payload would push the body beyond the cap.
  return end === -1 || text.length > longestOwn
    ? {}
    : { body: `${text.slice(0, end)}${more}${text.slice(end + 1)}` };
}

const longestOwn = 100_000;

function series(count: number, one: (at: number) => string): string {
  return repeatedWith(count, one).join();
}

function repeated(value: string, count: number): string[] {
  return Array.from({ length: count }, () => value);
}

function repeatedWith(count: number, one: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => one(at));
}
