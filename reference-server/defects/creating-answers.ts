import type { Category, NewCategory } from '../categories.ts';
import type { Change, Defect } from '../change.ts';
import { editReplies } from '../edits.ts';
import { isObject } from '../json.ts';
import { problem } from '../problem.ts';

/** Keeps a fixed number of slots, all taken: a new category takes the place, and the number, of the oldest. */
const reusedSlots: Change = () => {
  const slots: Category[] = Array.from({ length: 60 }, (_empty, index) => ({
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
    title: 'The 201 has no body',
    story: 'A Location is thought to be answer enough.',
    requirements: ['create.created'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201
        ? { status: 201, headers: [...reply.headers, ['Location', '/v1/categories']] }
        : reply,
    ),
  },
  {
    id: 'created-id-null',
    title: 'The id of a 201 is null',
    story: 'The database assigns it when the transaction ends, and the body is written before that.',
    requirements: ['create.id'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) ? { ...reply, json: { ...reply.json, id: null } } : reply,
    ),
  },
  {
    id: 'id-slot-reused',
    title: 'A new category gets the id of the oldest, which is gone',
    story: 'The table is a ring of fixed size that is full.',
    requirements: ['create.id-unique'],
    change: reusedSlots,
  },
  {
    id: 'created-name-null',
    title: 'The 201 shows a name of null beside a description',
    story: 'The 201 is written from the update of the description, which holds no name.',
    requirements: ['create.fields', 'create.text'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) && reply.json['description'] !== undefined
        ? { ...reply, json: { ...reply.json, name: null } }
        : reply,
    ),
  },
  {
    id: 'undescribed-500',
    title: 'A category without description is answered 500',
    story: 'The description is trimmed before anybody looks whether there is one.',
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
