import { below, type Difference, fieldsOf, type Place, shown } from './place.ts';

/** The schema of a body as JSON, judged; other media types beside it are left open. */
export function bodyAt(holder: Place, judge: (schema: Place) => Difference[]): Difference[] {
  const content = below(holder, 'content');
  const types = Object.keys(fieldsOf(content));
  const json = types.find((type) => type.split(';')[0]?.trim().toLowerCase() === 'application/json');
  if (json === undefined) {
    const received = types.length === 0 ? 'no body' : types.slice(0, 3).map(shown).join(', ');
    return [
      { pointer: content.pointer, expected: 'application/json', received, cause: 'no application/json' },
    ];
  }
  const schema = below(content, json, 'schema');
  if (schema.value !== undefined) return judge(schema);
  return [{ pointer: schema.pointer, expected: 'a schema', received: 'none', cause: 'no schema' }];
}
