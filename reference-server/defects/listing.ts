import type { Category } from '../categories.ts';
import type { Change, Defect } from '../change.ts';
import { editList, editListed, editOperation, editReplies } from '../edits.ts';
import { type Json, written } from '../json.ts';
import { errorReply, problem } from '../problem.ts';

/** Adds rows that others left in the database long ago. */
const withLegacy = (...rows: readonly Json[]): Change => editList((items) => [...rows, ...items]);

export const listingDefects: readonly Defect[] = [
  {
    id: 'list-wrapped',
    title: 'The list stands inside an object',
    story: 'Room for paging is made before there is any.',
    requirements: ['list.ok'],
    change: editList((items) => ({ items })),
  },
  {
    id: 'list-empty-204',
    title: 'An empty list is answered 204',
    story: 'Nothing to send is taken for no content.',
    requirements: ['list.ok'],
    change: editReplies('listCategories', (reply, { parts }) =>
      parts.store.list().length > 0 ? reply : { status: 204, headers: reply.headers },
    ),
  },
  {
    id: 'list-empty-null',
    title: 'An empty list is null',
    story: 'A slice that was never filled is written as null.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length === 0 ? null : items)),
  },
  {
    id: 'list-forbidden',
    title: 'The list is answered 403 to a valid key',
    story: 'Reading asks for a role that new keys are not given.',
    requirements: ['list.ok'],
    change: editOperation('listCategories', ({ parts: { errorJson } }) =>
      errorReply(problem(403, 'forbidden', 'The role of the key does not suffice.'), errorJson),
    ),
  },
  {
    id: 'list-one-bare',
    title: 'A list of one is the category itself',
    story: 'A converter from XML cannot tell a list of one from one.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length === 1 ? (items[0] ?? null) : items)),
  },
  {
    id: 'list-legacy-name-null',
    title: 'An old category has no name',
    story: 'The column allows null, and one row predates the check.',
    requirements: ['list.category'],
    change: withLegacy({ id: 900_001, name: null }),
  },
  {
    id: 'list-legacy-description-null',
    title: 'An old category has a description of null',
    story: 'Absent and null are one in the database.',
    requirements: ['list.category'],
    change: withLegacy({ id: 900_002, name: 'rabbit', description: null }),
  },
  {
    id: 'list-legacy-id-text',
    title: 'An old category has an id that is text',
    story: 'Ids of the former system were kept.',
    requirements: ['list.category'],
    change: withLegacy({ id: 'c-17', name: 'hamster' }),
  },
  {
    id: 'list-legacy-id-beyond-int64',
    title: 'An old category has an id beyond int64',
    story: 'The column is an unsigned 64-bit number.',
    requirements: ['list.category'],
    change: withLegacy({ id: written('9223372036854775808'), name: 'parrot' }),
  },
  {
    id: 'list-joined-twice',
    title: 'An old category stands in the list twice',
    story: 'A join multiplies the rows.',
    requirements: ['list.ids-unique'],
    change: withLegacy({ id: 900_003, name: 'dog' }, { id: 900_003, name: 'dog' }),
  },
  {
    id: 'list-ids-rounded',
    title: 'Two old categories share an id beyond 2^53',
    story: 'Large ids pass through a double and come out alike.',
    requirements: ['list.ids-unique'],
    change: withLegacy(
      { id: written('9007199254740992'), name: 'cat' },
      { id: written('9007199254740992'), name: 'lynx' },
    ),
  },
  {
    id: 'list-first-five',
    title: 'The list ends after five',
    story: 'A default page size applies where the caller gave none.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.slice(0, 5)),
  },
  {
    id: 'list-newest-missing',
    title: 'The newest category is never listed',
    story: 'The upper bound of the query is exclusive.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.slice(0, -1)),
  },
  {
    id: 'list-undescribed-missing',
    title: 'Categories without description are not listed',
    story: 'Descriptions live in a table of their own and the join is an inner one.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.filter(({ description }) => description !== undefined)),
  },
  {
    id: 'list-description-lost',
    title: 'The list leaves descriptions out',
    story: 'The list uses a summary of the record.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.map(({ id, name }) => ({ id, name }))),
  },
  {
    id: 'list-stale',
    title: 'The list is cached for ten minutes',
    story: 'Nothing tells the cache that a category was created.',
    requirements: ['list.complete'],
    change: (parts, tools) => {
      let shown: readonly Category[] = [];
      let until = Number.NEGATIVE_INFINITY;
      return editListed((categories) => {
        if (tools.now() < until) return shown;
        until = tools.now() + 10 * tools.settings.minuteMs;
        shown = [...categories];
        return shown;
      })(parts, tools);
    },
  },
];
