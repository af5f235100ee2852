import { isList, isSwitch, type Row } from './option.ts';
import { fileOptions } from './options.ts';
import { largestSeed } from './values.ts';

/** What a target and the variable with its key may be called. */
export const targetNames = '^[A-Za-z0-9][A-Za-z0-9._-]*$';
export const variableNames = '^[A-Za-z_][A-Za-z0-9_]*$';

/** The JSON Schema of the configuration file: what is published as schemas/config.schema.json. */
export function configSchema(): object {
  const options = Object.fromEntries(
    Object.keys(fileOptions).map((name) => [name, { $ref: `#/$defs/${name}` }]),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'petstore-conformance/schemas/config.schema.json',
    title: 'Configuration of petstore-conformance',
    description:
      'Options of `run`, by their names in camelCase: for every target, and for each target by its name. Flags win over variables, and variables over this file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Where this schema lies, for editors.' },
      ...options,
      targets: {
        type: 'object',
        description: 'Services by name, for `run --target NAME`.',
        propertyNames: { pattern: targetNames },
        additionalProperties: { $ref: '#/$defs/target' },
      },
    },
    $defs: {
      target: {
        type: 'object',
        description: 'A service, and the options that a run against it takes.',
        additionalProperties: false,
        required: ['baseUrl'],
        properties: {
          ...options,
          keyVariable: {
            type: 'string',
            pattern: variableNames,
            description: 'The variable that holds the key of this target, where it is not PETSTORE_API_KEY.',
          },
          production: {
            type: 'boolean',
            description:
              'Whether people rely on this target: then nothing but GETs is sent, and the limit is not used up, unless --allow-writes is given.',
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(fileOptions).map(([name, row]) => [
          name,
          { description: row.words, ...valueSchema(row) },
        ]),
      ),
    },
  };
}

function valueSchema(row: Row): object {
  const [minimum, maximum] = row.bounds ?? [0, largestSeed];
  if (isSwitch(row)) return { type: 'boolean' };
  if (isList(row))
    return {
      type: 'array',
      items: row.kind === 'paths' ? { type: 'string', minLength: 1 } : { type: 'string' },
    };
  switch (row.kind) {
    case 'whole':
      return { type: 'integer', minimum, maximum };
    case 'seconds':
      return { type: 'number', minimum, maximum };
    case 'seed':
      return { oneOf: [{ type: 'integer', minimum, maximum }, { const: 'random' }] };
    case 'choice':
      return { enum: row.choices };
    default:
      return { type: 'string', minLength: 1 };
  }
}
