import type { Variant } from '../change.ts';
import { editResponses, responsesOf } from '../edits.ts';
import { withHeader } from '../response.ts';

export const categoryVariants: readonly Variant[] = [
  {
    id: 'fields-added',
    title: 'Categories and errors have more fields',
    legal: 'The fields of the specification are the least, more are allowed (reading 9).',
    warnings: [],
    change: () => ({
      categoryJson: ({ id, name, description }) => ({
        href: `/v1/categories/${id}`,
        pets: { count: 0, items: [] },
        name,
        retired: null,
        id,
        description,
      }),
      errorJson: (error) => ({ trace: '00-4bf9', details: [], ...error }),
    }),
  },
  {
    id: 'description-always',
    title: 'A category without description has an empty one',
    legal: 'A description is a string where present, and an empty string is one.',
    warnings: [],
    change: (parts) => ({
      categoryJson: (category, place) => parts.categoryJson({ description: '', ...category }, place),
    }),
  },
  {
    id: 'created-with-location',
    title: 'The 201 tells where the category is to be found, and its version',
    legal: 'create.location: a Location is not asked for, and not forbidden.',
    warnings: [],
    change: editResponses(responsesOf('createCategory', 201), (response) =>
      withHeader(withHeader(response, 'Location', '/v1/categories/latest'), 'ETag', 'W/"1"'),
    ),
  },
];
