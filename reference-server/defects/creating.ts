import type { Category, NewCategory } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import {
  editReading,
  editReplies,
  editResponses,
  editStored,
  isObject,
  responsesOf,
} from '../changes/edits.ts';
import { mapHeader } from '../changes/headers.ts';
import { type Json, written } from '../json.ts';
import { invalid, isJsonObject, parseBody } from '../new-category.ts';

const created = responsesOf('createCategory', 201);

const editCreated = (edit: (category: { readonly [name: string]: Json | undefined }) => Json): Change =>
  editReplies('createCategory', (reply) =>
    reply.status === 201 && isObject(reply.json) ? { ...reply, json: edit(reply.json) } : reply,
  );

const withMediaType = (type: string): Change =>
  editResponses(created, (response) => mapHeader(response, 'Content-Type', () => type));

/** Uses the id of the request if it is an integer. */
const idFromRequest: Change = (parts) => {
  const given = new WeakMap<NewCategory, bigint>();
  return {
    readNewCategory: (body) => {
      const reading = parts.readNewCategory(body);
      const parsed = parseBody(body);
      if (reading.kind !== 'category' || parsed.kind !== 'json' || !isJsonObject(parsed.value))
        return reading;
      const { id } = parsed.value;
      if (Number.isSafeInteger(id)) given.set(reading.category, BigInt(Number(id)));
      return reading;
    },
    store: { ...parts.store, add: (category, id) => parts.store.add(category, given.get(category) ?? id) },
  };
};

/** Assigns ids that already belong to rows from before the restart. */
const counterRestarts: Change = () => {
  const kept = Array.from({ length: 50 }, (_item, index) => `kept from before ${index + 1}`);
  const rows: Category[] = kept.map((name, index) => ({ id: BigInt(index + 1), name }));
  const add = (category: NewCategory): Category => {
    const stored = { ...category, id: BigInt(rows.length - kept.length + 1) };
    rows.push(stored);
    return stored;
  };
  return { store: { list: () => rows, add } };
};

export const creatingDefects: readonly Defect[] = [
  {
    id: 'created-200',
    title: 'Returns 200 for a creation',
    story: 'The framework returns 200 by default.',
    requirements: ['create.created'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 ? { ...reply, status: 200 } : reply,
    ),
  },
  {
    id: 'created-wrapped',
    title: 'Sends a 201 whose category is wrapped in data',
    story: 'Every success is wrapped in an envelope.',
    requirements: ['create.created'],
    change: editCreated((category) => ({ data: category })),
  },
  {
    id: 'created-as-text',
    title: 'Sends the 201 as text/plain',
    story: 'The body is written as a string with the default type.',
    requirements: ['create.media-type'],
    change: withMediaType('text/plain'),
  },
  {
    id: 'created-vendor-type',
    title: 'Sends the 201 with a vendor media type',
    story: 'The version used to be part of the media type.',
    requirements: ['create.media-type'],
    change: withMediaType('application/vnd.petstore.v1+json'),
  },
  {
    id: 'created-id-text',
    title: 'Sends the id in the 201 as a string',
    story: 'The driver returns 64-bit integers as strings.',
    requirements: ['create.id'],
    change: editCreated((category) => ({ ...category, id: String(category['id']) })),
  },
  {
    id: 'created-id-beyond-int64',
    title: 'Assigns ids beyond int64',
    story: 'Ids are unsigned 64-bit integers.',
    requirements: ['create.id', 'list.category'],
    change: () => ({
      categoryJson: (category) => ({
        ...category,
        id: written(String(2n ** 63n + category.id)),
      }),
    }),
  },
  {
    id: 'created-id-from-request',
    title: 'Uses the id from the request',
    story: 'The body is spread over the record after the id was set.',
    requirements: ['create.id'],
    change: idFromRequest,
  },
  {
    id: 'id-constant',
    title: 'Gives all new categories the same id',
    story: 'The last id is always read before the previous insert is committed.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: (parts) => ({ store: { ...parts.store, add: (category) => parts.store.add(category, 77n) } }),
  },
  {
    id: 'id-counter-restarts',
    title: 'Restarts the id counter and assigns the ids of old categories again',
    story: 'The counter is in memory; the categories are not, and their ids have no unique constraint.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: counterRestarts,
  },
  {
    id: 'description-capitalised',
    title: 'Capitalizes short plain descriptions',
    story: 'Strings are tidied before storage.',
    requirements: ['create.fields'],
    change: editStored(({ name, description }) =>
      description !== undefined && /^[a-z ]{10,16}$/.test(description)
        ? { name, description: description.charAt(0).toUpperCase() + description.slice(1) }
        : { name, ...(description === undefined ? {} : { description }) },
    ),
  },
  {
    id: 'description-required',
    title: 'Refuses a category without a description',
    story: 'The column does not allow null.',
    requirements: ['create.description-optional'],
    change: editReading((body, read) => {
      const reading = read(body);
      return reading.kind === 'category' && reading.category.description === undefined
        ? invalid('description_missing', 'The field "description" is required.')
        : reading;
    }),
  },
  {
    id: 'created-description-null',
    title: 'Shows a missing description as null in the 201',
    story: 'The serializer writes absent fields as null.',
    requirements: ['create.description-optional'],
    change: editCreated((category) => ({ ...category, description: category['description'] ?? null })),
  },
];
