import { type Behavior, laterLists, lists, refusals } from './behavior.ts';
import { deviatingOn, head, writingOn } from './message.ts';
import { pour } from './slowness.ts';

const beyondCap = 'a response that exceeds a limit of the kit is not judged';
const cut = /the body exceeds 8 MB \(raise --max-body\)/;
const megabyte = 1024 * 1024;

/** Returns a list of `count` categories as JSON. */
function listOf(count: number): string {
  return `[${Array.from({ length: count }, (_, at) => `{"id":${at + 1_000_000},"name":""}`).join(',')}]`;
}

/** Bodies large enough to fill memory. */
export const sizes: readonly Behavior[] = [
  {
    id: 'body-endless',
    does: 'sends an endless list',
    arises: 'a cursor that never closes',
    status: 3,
    because: beyondCap,
    verdictPattern: cut,
    heavy: true,
    start: () =>
      writingOn(lists, (correct, socket) => {
        const begin = `${head(correct, { framing: [] }).toString('latin1')}[`;
        pour(socket, begin, '{"id":1,"name":"again"},');
      }),
  },
  {
    id: 'body-endless-later',
    does: 'sends endless lists after the first one',
    arises: 'a cursor that never closes',
    status: 3,
    because: beyondCap,
    verdictPattern: cut,
    heavy: true,
    args: ['--only', 'list.*'],
    start: () =>
      writingOn(laterLists, (correct, socket) => {
        const begin = `${head(correct, { framing: [] }).toString('latin1')}[`;
        pour(socket, begin, '{"id":1,"name":"again"},');
      }),
  },
  {
    id: 'refusals-of-7-mb',
    does: 'returns 7 MB for every 401',
    arises: 'an error page with the whole stack',
    status: 0,
    because: 'extra fields are legal (errors.shape)',
    heavy: true,
    start: () => {
      const body = JSON.stringify({ code: 'a', message: 'b', status: 401, x: 'y'.repeat(7 * megabyte) });
      return deviatingOn(refusals, () => ({ body }));
    },
  },
  {
    id: 'name-of-7-mb',
    does: 'lists a category with a name of 7 MB',
    arises: 'data of other clients',
    status: 0,
    because: 'long values are legal',
    heavy: true,
    start: () => withMore(`{"id":900001,"name":"${'n'.repeat(7 * megabyte)}"}`),
  },
  {
    id: 'list-of-250000',
    does: 'lists 250,000 categories (7 MB)',
    arises: 'a server in use',
    status: 0,
    because: 'a list must contain all categories (GET /categories)',
    heavy: true,
    args: ['--only', 'list.*'],
    start: () => withMore(listOf(250_000).slice(1, -1)),
  },
  {
    id: 'list-of-a-million',
    does: 'lists a million categories (30 MB)',
    arises: 'a server in heavy use',
    status: 3,
    because: beyondCap,
    verdictPattern: cut,
    heavy: true,
    args: ['--only', 'list.*'],
    start: () => withMore(listOf(1_000_000).slice(1, -1)),
  },
  {
    id: 'nested-100000-deep',
    does: 'nests an extra field 100,000 levels deep',
    arises: 'malice, or a serialized cycle',
    status: 3,
    because: beyondCap,
    verdictPattern: /: nesting exceeds 512 levels \(raise --max-nesting\)/,
    start: () => withMore(`{"id":900001,"name":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  },
  {
    id: 'brackets-of-8-mb',
    does: 'returns 8 MB of opening brackets for every list',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    verdictPattern: /: nesting exceeds 512 levels \(raise --max-nesting\)/,
    heavy: true,
    start: () => {
      const body = '['.repeat(8 * megabyte);
      return deviatingOn(lists, () => ({ body }));
    },
  },
  {
    id: 'numbers-of-8-mb',
    does: 'returns a list of four million zeros',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    verdictPattern: /: an array has more than 1000000 elements \(raise --max-elements\)/,
    heavy: true,
    args: ['--only', 'list.*'],
    start: () => {
      const body = `[${'0,'.repeat(4 * megabyte - 2)}0]`;
      return deviatingOn(lists, () => ({ body }));
    },
  },
  {
    id: 'list-of-9-mb-allowed',
    does: 'lists a category with a name of 9 MB, which --max-body 16 allows',
    arises: 'data of other clients',
    status: 0,
    because: 'long values are legal',
    heavy: true,
    args: ['--max-body', '16', '--only', 'list.*'],
    start: () => withMore(`{"id":900001,"name":"${'n'.repeat(9 * megabyte)}"}`),
  },
  {
    id: 'nested-600-deep-allowed',
    does: 'nests an extra field 600 levels deep, which --max-nesting 700 allows',
    arises: 'a serialized tree',
    status: 0,
    because: 'extra fields are legal',
    args: ['--max-nesting', '700', '--only', 'list.*'],
    start: () => withMore(`{"id":900001,"name":"a","x":${'['.repeat(600)}${']'.repeat(600)}}`),
  },
  {
    id: 'elements-beyond-their-cap',
    does: 'lists 200 categories, twice as many as --max-elements 100 allows',
    arises: 'a limit that was set too low',
    status: 3,
    because: beyondCap,
    verdictPattern: /raise --max-elements/,
    args: ['--max-elements', '100', '--only', 'list.*'],
    start: () => withMore(listOf(200).slice(1, -1)),
  },
];

function withMore(categories: string) {
  return deviatingOn(lists, ({ body }) => {
    const own = body.toString('utf8').slice(1);
    return { body: `[${categories}${own === ']' ? '' : ','}${own}` };
  });
}
