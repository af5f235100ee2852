/** A field as a schema of the specification states it. */
export interface Field {
  readonly type: 'string' | 'integer';
  readonly format?: 'int64';
  readonly required: boolean;
}

const text = (required: boolean): Field => ({ type: 'string', required });
const newCategory = { name: text(true), description: text(false) };

/** The schemas of the specification: objects with these fields. Further fields are allowed everywhere. */
export const schemas = {
  NewCategory: newCategory,
  Category: { id: { type: 'integer', format: 'int64', required: true }, ...newCategory },
  Error: { code: text(true), message: text(true), status: { type: 'integer', required: true } },
} as const satisfies Record<string, Record<string, Field>>;
