import type { Category, NewCategory } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editOperation, editReplies, isObject } from '../changes/edits.ts';
import { isJsonObject, parseBody } from '../new-category.ts';
import { errorReply, type Problem, problem } from '../problem.ts';

/**
 * Stores categories in a fixed number of slots, which are all taken at the start: a new category replaces the oldest one and
 * gets its id.
 */
const reusedSlots: Change = () => {
  const slots: Category[] = Array.from({ length: 4 }, (_empty, index) => ({
    id: 700n + BigInt(index),
    name: `kept from before ${index}`,
  }));
  const add = (category: NewCategory): Category => {
    const oldest = slots.shift();
    const stored = { ...category, id: oldest?.id ?? 700n };
    slots.push(stored);
    return stored;
  };
  return { store: { list: () => slots, add } };
};

/** Stores one category without a description and refuses the others. */
const oneUndescribed =
  (error: Problem): Change =>
  (parts) => ({
    operations: {
      ...parts.operations,
      createCategory: async (visit) => {
        const isTaken = visit.parts.store.list().some(({ description }) => description === undefined);
        const body = await visit.incoming.body();
        const reading = body.kind === 'bytes' ? visit.parts.readNewCategory(body.bytes) : undefined;
        return isTaken && reading?.kind === 'category' && reading.category.description === undefined
          ? errorReply(error, visit.parts.errorJson)
          : parts.operations.createCategory(visit);
      },
    },
  });

/** Servers whose 201 has a wrong or missing part. */
export const creatingResponseDefects: readonly Defect[] = [
  {
    id: 'created-empty',
    title: 'Sends a 201 without a body',
    story: 'A Location header was considered enough.',
    requirements: ['create.created'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201
        ? { status: 201, headers: [...reply.headers, ['Location', '/v1/categories']] }
        : reply,
    ),
  },
  {
    id: 'created-id-null',
    title: 'Sends a 201 with a null id',
    story: 'The database assigns the id at commit, after the body is written.',
    requirements: ['create.id'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) ? { ...reply, json: { ...reply.json, id: null } } : reply,
    ),
  },
  {
    id: 'id-slot-reused',
    title: 'Gives a new category the id of the oldest category, which disappears',
    story: 'The table is a ring buffer of fixed size, and it is full.',
    requirements: ['create.id-unique', 'list.complete'],
    change: reusedSlots,
  },
  {
    id: 'created-name-null',
    title: 'Shows a null name in the 201 of a category with a description',
    story: 'The 201 is built from the update of the description, which lacks the name.',
    requirements: ['create.fields', 'create.text'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) && reply.json['description'] !== undefined
        ? { ...reply, json: { ...reply.json, name: null } }
        : reply,
    ),
  },
  {
    id: 'undescribed-500',
    title: 'Returns 500 for a category without a description',
    story: 'The description is trimmed before the code checks whether there is one.',
    requirements: ['create.description-optional'],
    change: (parts, tools) =>
      editReplies('createCategory', (reply) =>
        reply.status === 201 && isObject(reply.json) && reply.json['description'] === undefined
          ? {
              status: 500,
              headers: reply.headers,
              json: parts.errorJson(problem(500, 'internal_error', 'The server has failed.')),
            }
          : reply,
      )(parts, tools),
  },
  {
    id: 'undescribed-second-500',
    title: 'Returns 500 for every category without a description except the first',
    story: 'A unique index covers the description, and a missing description is stored as an empty string.',
    requirements: ['create.description-optional'],
    change: oneUndescribed(problem(500, 'internal_error', 'The server has failed.')),
  },
  {
    id: 'undescribed-second-409',
    title: 'Returns 409 for every category without a description except the first',
    story: 'A unique index covers the description, and a missing description counts as a value.',
    requirements: ['create.description-optional'],
    change: oneUndescribed(problem(409, 'already_exists', 'This description exists already.')),
  },
  {
    id: 'created-with-id-202',
    title: 'Returns 202 for a category with an id in the request',
    story: 'A body with an id is treated as an import, which goes into a queue.',
    requirements: ['create.created'],
    change: editOperation('createCategory', async (visit, serve) => {
      const [reply, body] = [await serve(visit), await visit.incoming.body()];
      const parsed = body.kind === 'bytes' ? parseBody(body.bytes) : undefined;
      const hasId = parsed?.kind === 'json' && isJsonObject(parsed.value) && 'id' in parsed.value;
      return hasId && reply.status === 201 ? { ...reply, status: 202 } : reply;
    }),
  },
];
