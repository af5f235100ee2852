/** Why a request stays although no defect of the gallery needs it: the weak validator that only it finds, or the reason. */
export type Reason = { readonly onlyFinds: string } | { readonly why: string };

/** Requests of a standard run that find no defect alone, and why they stay. */
export const keptRequests: Readonly<Record<string, Reason>> = {
  'POST /categories with letters or digits after the key': {
    why: 'Finds the same as letters or digits before the key. A run may leave out one of the two.',
  },
  'POST /categories with letters or digits before the key': {
    why: 'Finds the same as letters or digits after the key. A run may leave out one of the two.',
  },
  'the list after the first creation': {
    why: 'The only list of one category. Later lists confirm it, but follow bodies that may have broken them.',
  },
  'the body lacks its last byte': { onlyFinds: 'last-brace-added' },
  'the body is truncated': {
    why: 'Confirms "the body lacks its last byte": a parser that repairs bodies also completes strings.',
  },
  'an unquoted key': { onlyFinds: 'bare-keys-allowed' },
  'the body is only whitespace': { onlyFinds: 'white-space-body-default' },
  'the body is an empty object': { onlyFinds: 'short-body-unchecked' },
  'only a description': {
    why: 'Confirms "the body is an empty object", which may be refused only because it is empty.',
  },
  'the body is a number': { onlyFinds: 'number-body-is-copy' },
  'the body is false': { onlyFinds: 'false-body-default' },
  'the body is true': { why: 'Confirms "the body is false", which may be taken for no body.' },
  'the body is an empty array': {
    why: 'Confirms "the body is an array with a valid category", but has no first element to import.',
  },
  'name is an empty object': { onlyFinds: 'name-empty-object' },
  'name is an object with fields': {
    why: 'Confirms "name is an empty object", which may be refused only because it is empty.',
  },
  'name is an empty array': { onlyFinds: 'name-empty-array' },
  'name is true': { onlyFinds: 'name-true' },
  'name is false': {
    why: 'Confirms "name is true" if booleans are converted, and "name is zero" if a type check skips falsy values.',
  },
  'name is zero': { onlyFinds: 'name-zero' },
  'name is a fraction or a negative number': { onlyFinds: 'name-fraction' },
  'name is a very large number': { onlyFinds: 'name-beyond-int32' },
  'name is an integer': {
    why: 'Confirms the other numbers, which may be accepted or fail for reasons of their own: falsy, negative, too large.',
  },
  'description is false': { onlyFinds: 'description-false-unset' },
  'description is true': { why: 'Confirms "description is false", which may be taken for no description.' },
  'description is zero': {
    why: 'Confirms "description is false" if a type check skips falsy values.',
  },
  'description is a number other than zero': {
    why: 'Confirms "description is zero", which may be accepted only because it is falsy.',
  },
  'description is an array': { onlyFinds: 'schema-type-list' },
  'description is an object': {
    why: 'Confirms "description is an array": both are accepted where structures are converted to strings.',
  },
};
