import type { Category } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import {
  createWorkers,
  editList,
  editListed,
  editOperation,
  editReplies,
  editStoreOfRequest,
  listCachedByWorker,
} from '../changes/edits.ts';
import { type Json, written } from '../json.ts';
import { errorReply, problem } from '../problem.ts';

/** Adds legacy rows to the list. */
const withLegacy = (...rows: readonly Json[]): Change => editList((items) => [...rows, ...items]);

export const listingDefects: readonly Defect[] = [
  {
    id: 'list-wrapped',
    title: 'Wraps the list in an object',
    story: 'The format leaves room for paging, which does not exist yet.',
    requirements: ['list.ok'],
    change: editList((items) => ({ items })),
  },
  {
    id: 'list-empty-204',
    title: 'Returns 204 for an empty list',
    story: 'An empty list is treated as no content.',
    requirements: ['list.ok'],
    change: editReplies('listCategories', (reply, { parts }) =>
      parts.store.list().length > 0 ? reply : { status: 204, headers: reply.headers },
    ),
  },
  {
    id: 'list-missing-while-empty',
    title: 'Returns 404 for an empty list',
    story: 'The repository throws if a query finds no rows.',
    requirements: ['list.ok'],
    change: editReplies('listCategories', (reply, { parts }) =>
      parts.store.list().length > 0
        ? reply
        : errorReply(problem(404, 'not_found', 'There are no categories.'), parts.errorJson),
    ),
  },
  {
    id: 'list-without-body-while-empty',
    title: 'Returns 200 without a body for an empty list',
    story: 'The template loops over the categories and writes nothing if there are none.',
    requirements: ['list.ok'],
    change: editReplies('listCategories', (reply, { parts }) =>
      parts.store.list().length > 0 ? reply : { status: 200, headers: reply.headers },
    ),
  },
  {
    id: 'list-empty-null',
    title: 'Sends null for an empty list',
    story: 'A slice that was never filled is serialized as null.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length === 0 ? null : items)),
  },
  {
    id: 'list-forbidden',
    title: 'Returns 403 for the list with a valid key',
    story: 'Reading requires a role that new keys do not have.',
    requirements: ['list.ok'],
    change: editOperation('listCategories', ({ parts: { errorJson } }) =>
      errorReply(problem(403, 'forbidden', 'The role of the key is not sufficient.'), errorJson),
    ),
  },
  {
    id: 'list-one-bare',
    title: 'Sends a list of one category as the category itself',
    story: 'An XML converter cannot distinguish a list of one from a single element.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length === 1 ? (items[0] ?? null) : items)),
  },
  {
    id: 'list-legacy-name-null',
    title: 'Lists an old category without a name',
    story: 'The column allows null, and one row predates the check.',
    requirements: ['list.category'],
    change: withLegacy({ id: 900_001, name: null }),
  },
  {
    id: 'list-legacy-description-null',
    title: 'Lists an old category with a null description',
    story: 'The database does not distinguish absent values from null.',
    requirements: ['list.category'],
    change: withLegacy({ id: 900_002, name: 'rabbit', description: null }),
  },
  {
    id: 'list-legacy-id-text',
    title: 'Lists an old category whose id is a string',
    story: 'Ids of the previous system were kept.',
    requirements: ['list.category'],
    change: withLegacy({ id: 'c-17', name: 'hamster' }),
  },
  {
    id: 'list-legacy-id-beyond-int64',
    title: 'Lists an old category with an id beyond int64',
    story: 'The column is an unsigned 64-bit integer.',
    requirements: ['list.category'],
    change: withLegacy({ id: written('9223372036854775808'), name: 'parrot' }),
  },
  {
    id: 'list-joined-twice',
    title: 'Lists an old category twice',
    story: 'A join multiplies the rows.',
    requirements: ['list.ids-unique'],
    change: withLegacy({ id: 900_003, name: 'dog' }, { id: 900_003, name: 'dog' }),
  },
  {
    id: 'list-ids-rounded',
    title: 'Lists two old categories with the same id beyond 2^53',
    story: 'Large ids pass through a double and become equal.',
    requirements: ['list.ids-unique'],
    change: withLegacy(
      { id: written('9007199254740992'), name: 'cat' },
      { id: written('9007199254740992'), name: 'lynx' },
    ),
  },
  {
    id: 'list-first-five',
    title: 'Ends the list after five categories',
    story: 'A default page size applies if the caller sets none.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.slice(0, 5)),
  },
  {
    id: 'list-newest-missing',
    title: 'Never lists the newest category',
    story: 'The upper bound of the query is exclusive.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.slice(0, -1)),
  },
  {
    id: 'list-undescribed-missing',
    title: 'Omits categories without a description from the list',
    story: 'Descriptions have their own table, and the query uses an inner join.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.filter(({ description }) => description !== undefined)),
  },
  {
    id: 'list-description-lost',
    title: 'Omits descriptions from the list',
    story: 'The list uses a summary of the record.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.map(({ id, name }) => ({ id, name }))),
  },
  {
    id: 'list-cached-by-worker',
    title: 'Caches the list in each worker for ten minutes',
    story: 'A creation invalidates the cache of its own worker, but not those of the other workers.',
    requirements: ['list.complete'],
    change: listCachedByWorker(600_000),
  },
  {
    id: 'list-cached-by-two-workers',
    title: 'Caches the list in each of two workers until that worker serves a creation',
    story:
      'Connections are assigned to the workers in turn, and a creation clears only the cache of its own worker.',
    requirements: ['list.complete'],
    change: (parts, tools) => listCachedByWorker(600_000, createWorkers(2))(parts, tools),
  },
  {
    id: 'list-elsewhere-after-four-seconds',
    title: 'Lists a new category at once on the connection that created it, and on others after four seconds',
    story:
      'Reads follow the writes of their own session to the primary, and all other reads go to a replica that lags.',
    requirements: ['list.complete'],
    change: (parts, tools) => {
      const createdOn = new Map<bigint, { readonly connection: object; readonly at: number }>();
      return editStoreOfRequest(({ incoming: { connection }, parts: { store } }) => ({
        list: () =>
          store.list().filter(({ id }) => {
            const created = createdOn.get(id);
            return (
              created === undefined || created.connection === connection || tools.now() >= created.at + 4_000
            );
          }),
        add: (...given) => {
          const category = store.add(...given);
          createdOn.set(category.id, { connection, at: tools.now() });
          return category;
        },
      }))(parts, tools);
    },
  },
  {
    id: 'list-stale',
    title: 'Caches the list for ten minutes',
    story: 'The cache is not invalidated when a category is created.',
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
