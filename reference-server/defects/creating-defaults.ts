import type { Defect } from '../changes/change.ts';
import { editReading, editReplies, editStored, isObject } from '../changes/edits.ts';
import { isList, type Json } from '../json.ts';
import { isJsonObject, parseBody } from '../new-category.ts';
import { problem } from '../problem.ts';

/** Returns the id in a body, if any. */
function requestedId(body: Uint8Array): bigint | undefined {
  const parsed = parseBody(body);
  const id = parsed.kind === 'json' && isJsonObject(parsed.value) ? parsed.value['id'] : undefined;
  return Number.isSafeInteger(id) ? BigInt(Number(id)) : undefined;
}

/** Fails as JPA does when it must persist an entity with an id: "detached entity passed to persist". */
const detachedEntity = editReading((body, read) => {
  const reading = read(body);
  return reading.kind === 'category' && requestedId(body) !== undefined
    ? { kind: 'problem', problem: problem(500, 'internal_error', 'The request failed.') }
    : reading;
});

/** Servers that handle omitted or unknown fields wrongly. */
export const creatingDefaultDefects: readonly Defect[] = [
  {
    id: 'id-in-request-500',
    title: 'Returns 500 for a category with an id',
    story: 'The body is bound to the entity, and the ORM does not insert an entity that has an id.',
    requirements: ['create.created'],
    change: detachedEntity,
  },
  {
    id: 'description-none-as-text',
    title: 'Stores "None" as the description if none was sent',
    story: 'A string template converts a missing value to a string.',
    requirements: ['create.fields'],
    change: editStored(({ name, description = 'None' }) => ({ name, description })),
  },
  {
    id: 'description-undefined-as-text',
    title: 'Returns " undefined " as the description if none was sent',
    story: 'The response is written by hand, with spaces around each value.',
    requirements: ['create.fields'],
    change: editStored(({ name, description = ' undefined ' }) => ({ name, description })),
  },
  {
    id: 'list-shows-id-of-request',
    title: 'Shows the assigned id in the 201 and the id from the request in the list',
    story: 'The response is written before the row is merged with the body.',
    requirements: ['create.id'],
    change: (parts, tools) => {
      const asked = new Map<string, bigint>();
      const remember = editReading((body, read) => {
        const reading = read(body);
        const id = requestedId(body);
        if (reading.kind === 'category' && id !== undefined) asked.set(reading.category.name, id);
        return reading;
      });
      const shown = (row: Json): Json =>
        isObject(row) ? { ...row, id: asked.get(String(row['name'])) ?? row['id'] ?? null } : row;
      const listing = editReplies('listCategories', (reply) =>
        isList(reply.json) ? { ...reply, json: reply.json.map(shown) } : reply,
      );
      return { ...remember(parts, tools), ...listing(parts, tools) };
    },
  },
];
