/** The defects of the gallery accept many kinds of bodies; real validators fail for one kind (docs/evidence.md). */
const named = 'The requirements name this kind of body.';

/** Requests of a standard run that find no defect alone, and why they stay. */
export const keptRequests: Readonly<Record<string, string>> = {
  'POST /categories with letters or digits after the key':
    'Finds the same as letters before the key. A run may leave out one of the two.',
  'POST /categories with letters before the key':
    'Finds the same as letters or digits after the key. A run may leave out one of the two.',
  'the list after the first creation':
    'The only list of one category. Later lists confirm it, but follow bodies that may have broken them.',
  'NaN in an unknown member': named,
  'description is a number other than zero': named,
  'description is an array with several elements': named,
  'description is an empty array': named,
  'description is an empty object': named,
  'description is an object with fields': named,
  'description is false': named,
  'description is null': named,
  'description is true': named,
  'description is zero': named,
  'name is a fraction': named,
  'name is an empty array': named,
  'name is an integer': named,
  'name is an integer beyond 2^53': named,
  'name is an object with fields': named,
  'name is false': named,
  'name is true': named,
  'name is zero': named,
  'only a description': named,
  'the body is a number': named,
  'the body is an empty array': named,
  'the body is an empty object': named,
  'the body is cut inside a string': named,
  'the body is false': named,
  'the body is only whitespace': named,
  'the body is true': named,
  'the category is nested one level deeper, under `category`': named,
  'the category is nested one level deeper, under `data`': named,
};
