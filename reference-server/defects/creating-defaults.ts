import type { Defect } from '../change.ts';
import { editReading, editReplies, editStored } from '../edits.ts';
import { isList, isObject, type Json } from '../json.ts';
import { isJsonObject, parseBody } from '../new-category.ts';

/** Returns the id in a body, if any. */
function askedId(body: Uint8Array): bigint | undefined {
  const parsed = parseBody(body);
  const id = parsed.kind === 'json' && isJsonObject(parsed.value) ? parsed.value['id'] : undefined;
  return Number.isSafeInteger(id) ? BigInt(Number(id)) : undefined;
}

/** Wrong handling of fields that were not sent, and of unknown ones. */
export const creatingDefaultDefects: readonly Defect[] = [
  {
    id: 'description-none-as-text',
    title: 'A category without description is stored with "None" as description',
    story: 'What is missing is put into a template and becomes text.',
    requirements: ['create.fields'],
    change: editStored(({ name, description = 'None' }) => ({ name, description })),
  },
  {
    id: 'description-undefined-as-text',
    title: 'A category without description comes back with " undefined " as description',
    story: 'The answer is written by hand, with blanks around each value.',
    requirements: ['create.fields'],
    change: editStored(({ name, description = ' undefined ' }) => ({ name, description })),
  },
  {
    id: 'list-shows-id-of-request',
    title: 'The 201 shows the assigned id, the list the one of the request',
    story: 'The answer is written before the row is merged with the body.',
    requirements: ['create.id'],
    change: (parts, tools) => {
      const asked = new Map<string, bigint>();
      const remember = editReading((body, read) => {
        const reading = read(body);
        const id = askedId(body);
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
