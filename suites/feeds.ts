/**
 * Which rows' requests a rule lives on, for runs with `--only`: a rule sends nothing itself. The first list is
 * always asked for; rows that are not named here need no more than that and their own requests.
 */
export const feeds: readonly (readonly [pattern: string, rows: readonly string[]])[] = [
  ['auth.key-accepted', ['create.created', 'pets.exists', 'orders.exists']],
  ['auth.challenge', ['auth.key-missing']],
  ['errors.*', ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed']],
  ['list.*', ['list.ok', 'create.created']],
  ['create.*', ['create.created']],
  ['create.media-type', ['create.description-optional']],
  ['create.id-unique', ['create.description-optional']],
  ['invalid.*', ['create.created']],
  [
    'invalid.nothing-stored',
    ['invalid.name-missing', 'invalid.name-type', 'invalid.body-malformed', 'auth.key-missing', 'list.ok'],
  ],
  ['invalid.null-description', ['invalid.either']],
  ['versioning.sunset', ['pets.exists']],
  ['headers.elsewhere', ['errors.elsewhere']],
  [
    'headers.*',
    ['auth.key-missing', 'invalid.name-missing', 'create.created', 'pets.exists', 'orders.exists'],
  ],
  ['http.*', ['auth.key-missing', 'create.created']],
];
