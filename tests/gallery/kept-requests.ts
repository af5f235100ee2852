/**
 * The defects of the gallery accept many kinds of bodies, but real validators may fail for only one kind (see
 * docs/evidence.md).
 */
const named = 'The requirements name this kind of body.';
const form =
  'The requirements name this form of the credential, and each operation may read it with its own code.';

/** Requests of a standard run that find no defect on their own, and the reasons why they stay. */
export const keptRequests: Readonly<Record<string, string>> = {
  'GET /categories with Bearer and the key joined by a dot': form,
  'GET /categories with the key under the scheme Token': form,
  'GET /pets/{petId} with the key under the scheme ApiKey': form,
  'GET /pets/{petId} with the key under the scheme Token': form,
  'GET /store/orders with Bearer and the key joined by a dot': form,
  'the list after the bodies of the next window':
    'The only list that shows what these bodies stored. No defect of the gallery stores only these bodies.',
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
  'description is true': named,
  'description is zero': named,
  'name is a fraction': named,
  'name is an array of several strings': named,
  'name is an empty array': named,
  'name is an empty object': named,
  'name is an integer': named,
  'name is an integer beyond 2^53': named,
  'name is an object with fields': named,
  'name is false': named,
  'name is true': named,
  'name is zero': named,
  'no body': named,
  'only a description': named,
  'the body is a form with two fields': named,
  'the body is a string that is not a plain word': named,
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
