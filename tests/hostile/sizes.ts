import { type Behavior, laterLists, lists, refusals } from './behavior.ts';
import { deviatingOn, head, writingOn } from './message.ts';
import { pour } from './slowness.ts';

const beyondCap = 'a list that exceeds a limit of the kit is not judged';
const cut = /the body exceeds 8 MB \(raise --max-body\)/;
const tooDeep = /: nesting exceeds 1000 levels/;
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
    listNotTested: cut,
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
    listNotTested: cut,
    heavy: true,
    start: () =>
      writingOn(laterLists, (correct, socket) => {
        const begin = `${head(correct, { framing: [] }).toString('latin1')}[`;
        pour(socket, begin, '{"id":1,"name":"again"},');
      }),
  },
  {
    id: 'refusals-of-2-mb',
    does: 'returns almost 2 MB for every 401',
    arises: 'an error page with the whole stack',
    status: 0,
    because: 'extra fields are legal (errors.shape)',
    heavy: true,
    start: () => {
      const body = JSON.stringify({ code: 'a', message: 'b', status: 401, x: 'y'.repeat(1.9 * megabyte) });
      return deviatingOn(refusals, () => ({ body }));
    },
  },
  {
    id: 'name-of-2-mb',
    does: 'lists a category with a name of almost 2 MB',
    arises: 'data of other clients',
    status: 0,
    because: 'long values are legal',
    heavy: true,
    start: () => withMore(`{"id":900001,"name":"${'n'.repeat(1.9 * megabyte)}"}`),
  },
  {
    id: 'list-of-70000',
    does: 'lists 70,000 categories (almost 2 MB)',
    arises: 'a server in use',
    status: 0,
    because: 'a list must contain all categories (GET /categories)',
    heavy: true,
    args: ['--only', 'list.*'],
    start: () => withMore(listOf(70_000).slice(1, -1)),
  },
  {
    id: 'nested-100000-deep',
    does: 'nests an extra field 100,000 levels deep',
    arises: 'malice, or a serialized cycle',
    status: 3,
    because: beyondCap,
    listNotTested: tooDeep,
    start: () => withMore(`{"id":900001,"name":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  },
  {
    id: 'brackets-of-2-mb',
    does: 'returns 2 MB of opening brackets for every list',
    arises: 'malice',
    status: 3,
    because: beyondCap,
    listNotTested: tooDeep,
    heavy: true,
    start: () => {
      const body = '['.repeat(2 * megabyte);
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
    id: 'nested-1000-deep',
    does: 'nests an extra field, so that the body is 1,000 levels deep',
    arises: 'a serialized tree',
    status: 0,
    because: 'extra fields are legal',
    args: ['--only', 'list.*'],
    start: () => withMore(`{"id":900001,"name":"a","x":${'['.repeat(998)}${']'.repeat(998)}}`),
  },
];

function withMore(categories: string) {
  return deviatingOn(lists, ({ body }) => {
    const own = body.toString('utf8').slice(1);
    return { body: `[${categories}${own === ']' ? '' : ','}${own}` };
  });
}
