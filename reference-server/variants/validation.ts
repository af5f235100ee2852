import type { Variant } from '../changes/change.ts';
import { editEndedEarly, editFields } from '../changes/edits.ts';
import { checkNewCategory, invalid } from '../new-category.ts';
import { errorReply, problem } from '../problem.ts';

export const validationVariants: readonly Variant[] = [
  {
    id: 'unknown-fields-400',
    title: 'Returns 400 for unknown fields',
    legal: 'The specification does not say whether unknown fields are invalid.',
    warnings: [],
    change: editFields((fields) =>
      Object.keys(fields).every((name) => name === 'name' || name === 'description')
        ? undefined
        : invalid('field_unknown', 'The body contains an unknown field.'),
    ),
  },
  ...([400, 408, 413] as const).map((status) => ({
    id: `body-that-ends-early-${status}`,
    title: `Returns ${status} for a body that ends before its Content-Length is reached`,
    legal: 'RFC 9112, section 8: a server may send an error before it closes the connection, but need not.',
    warnings: [],
    change: editEndedEarly(({ parts }) =>
      errorReply(problem(status, 'body_incomplete', 'The body ended early.'), parts.errorJson, [
        ['Connection', 'close'],
      ]),
    ),
  })),
  {
    id: 'null-description-accepted',
    title: 'Treats a null description as absent',
    legal: 'invalid.either: 201 and 400 are both correct.',
    warnings: [],
    change: editFields(({ name, description }) =>
      description === null && name !== undefined ? checkNewCategory({ name }) : undefined,
    ),
  },
  {
    id: 'empty-name-accepted',
    title: 'Accepts an empty or blank name',
    legal: 'invalid.either: length limits are not specified.',
    warnings: [],
    change: editFields((fields) => {
      const { name } = fields;
      if (typeof name !== 'string' || name.trim() !== '') return undefined;
      const reading = checkNewCategory({ ...fields, name: 'placeholder' });
      return reading.kind === 'category' ? { ...reading, category: { ...reading.category, name } } : reading;
    }),
  },
];
