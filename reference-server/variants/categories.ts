import type { Variant } from '../changes/change.ts';
import { editResponses, responsesOf } from '../changes/edits.ts';
import { withHeader } from '../changes/headers.ts';

export const categoryVariants: readonly Variant[] = [
  {
    id: 'fields-added',
    title: 'Adds fields to categories and errors',
    legal: 'The specification lists the minimum; additional fields are allowed.',
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
    title: 'Returns an empty description for a category without one',
    legal: 'A description, if present, is a string, and an empty string is a string, too.',
    warnings: [],
    change: (parts) => ({
      categoryJson: (category, place) => parts.categoryJson({ description: '', ...category }, place),
    }),
  },
  {
    id: 'created-with-location',
    title: 'Adds the URL and the version of the category to a 201',
    legal: 'create.location: a Location is neither required nor forbidden.',
    warnings: [],
    change: editResponses(responsesOf('createCategory', 201), (response) =>
      withHeader(withHeader(response, 'Location', '/v1/categories/latest'), 'ETag', 'W/"1"'),
    ),
  },
];
