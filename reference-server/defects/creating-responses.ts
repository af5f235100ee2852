import type { Category, NewCategory } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editReplies, isObject } from '../changes/edits.ts';
import { problem } from '../problem.ts';

/** Has a fixed number of slots, all taken: a new category replaces the oldest and takes its id. */
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

/** Wrong or missing parts of a 201. */
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
    title: 'Gives a new category the id of the oldest, which disappears',
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
    story: 'The description is trimmed before the code checks that there is one.',
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
];
