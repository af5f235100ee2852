import { type CommonCause, type RequirementRow, text } from '../requirement.ts';

/** How to fix a route that redirects. */
export const servedElsewhere = text`Serve the operation at the path of the specification, without a redirect.
  If Location differs only by a trailing slash, declare the route without the slash, or turn off the setting
  that appends it. Another --base-url does not help.`;

/** Redirects to a path with a slash at its end. */
export const slashes: readonly CommonCause[] = [
  {
    of: ['Django'],
    statuses: [3],
    text: "Django REST framework's routers append a slash unless trailing_slash is False.",
  },
  {
    of: ['FastAPI'],
    statuses: [3],
    text: 'FastAPI redirects to a route that is declared with a slash (redirect_slashes).',
  },
];

/** How to omit a description instead of sending null. */
export const nullOmitted: readonly CommonCause[] = [
  { of: ['Go'], holds: 'null', text: 'In Go, omitempty omits an empty description.' },
  {
    of: ['FastAPI'],
    holds: 'null',
    text: 'In FastAPI, response_model_exclude_none omits a null description.',
  },
  {
    of: ['Spring'],
    holds: 'null',
    text: 'In Spring Boot, spring.jackson.default-property-inclusion=non_null omits a null description.',
  },
  {
    of: ['Litestar'],
    holds: 'null',
    text: 'In Litestar, a msgspec.Struct with omit_defaults=True omits a null description.',
  },
  { of: ['Rails'], holds: 'null', text: 'In Rails, as_json.compact omits a null description.' },
];

/** The requirements whose requests create categories that a list may show incorrectly. */
const shown = ['create.text', 'create.description-optional'];

/** GET /categories. */
export const listing: readonly RequirementRow[] = [
  {
    id: 'list.ok',
    traits: { dependsOn: ['auth.key-accepted'], fedBy: shown, emptyStore: true },
    title: 'GET /categories with a valid key must return 200 with a JSON array',
    source: 'GET /categories',
    sentence: '200: JSON array of Category.',
    asks: text`The kit reads the list before the first creation, after it, and at the end of the run. The body must
      be an array at the top level, even with one element or none, and must be JSON in UTF-8. A 5xx
      or a cut connection counts only if it repeats.`,
    impact: text`Clients that loop over the list crash, often only in an empty shop or after its first
      category.`,
    fix: text`Return the array itself, not an object with items or data around it, and [] instead of null or
      204 if there are no categories. A list with one category is an array, too.`,
    outcomes: {
      refused: {
        impact: 'Clients with a valid key cannot read the list.',
        fix: text`Return 200 with the array for a valid key, and [] instead of 404 if there are no categories.
          If there are categories, a 404 or 405 means that the base URL has no such route, and a 403 means that the
          key lacks a permission.`,
      },
      redirected: {
        impact: text`Clients that request the documented path get no list: many do not follow redirects, and
          others drop the key when they do.`,
        fix: servedElsewhere,
      },
      failed: {
        impact: 'Clients cannot read the list, because the server fails while building it.',
        fix: text`Find this request in the server's log. Usual causes: a stored record that cannot be
          serialized to JSON, an unexpected value in a record, and a database that does not respond.`,
      },
    },
    software: [
      { of: ['Go'], statuses: [2], holds: 'null', text: 'A nil slice in Go becomes null.' },
      { text: 'Some XML-based serializers turn a list of one into a bare object.' },
      ...slashes,
    ],
  },
  {
    id: 'list.category',
    traits: { dependsOn: ['list.ok'], fedBy: shown },
    title: 'Every element of the list must be a Category',
    source: 'Category',
    sentence: '200: JSON array of Category.',
    asks: text`Each element must have an id that is an int64 JSON number, a name that is a string, and a description
      that is a string or absent. Additional fields are allowed, and so are negative and large ids. A
      description of null fails, because null is not a string.`,
    impact: 'One invalid element is enough to stop typed clients from reading the whole list.',
    fix: text`Omit description if there is none instead of sending null, and send id as a number. Check old
      database records too, not only the code that writes new ones.`,
    software: [...nullOmitted, { text: 'Drivers such as node-postgres return bigint as a string.' }],
  },
  {
    id: 'list.ids-unique',
    traits: { dependsOn: ['list.ok'] },
    title: 'Every element of the list must have a unique id',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`The kit compares the ids of each list digit by digit, so it distinguishes ids beyond 2^53, too.`,
    impact:
      'Clients that store categories by id lose one of two categories with the same id, and pets end up in the wrong category.',
    fix: text`Assign ids from a sequence or identity column with a unique constraint. Look for max(id) + 1
      without a lock, a counter for each replica, a join that repeats records, and int64 ids converted to a
      double.`,
  },
  {
    id: 'list.complete',
    traits: {
      dependsOn: ['list.ok', 'create.created', 'create.id'],
      needs: ['known store', 'writes'],
      fedBy: shown,
      counts: 'created categories',
    },
    title: 'Every created category must be in the list once, as its 201 showed it',
    source: 'GET /categories',
    sentence: 'Purpose: returns all categories.',
    asks: text`Each category that this run created must be in the list within two seconds, unchanged. Other clients
      may create and remove categories meanwhile, so the kit looks only for those of this run.`,
    impact: text`A new category is missing, or differs from what was saved. The client saves it again, or
      continues with wrong data.`,
    fix: text`Build the list and the 201 from the stored record, with the same code. If the category is
      missing, look for pagination (often 20 or 100 by default), a cached list (perhaps one in each worker
      process), or a stale read replica. If its id differs, look for a join that returns two columns named id. If it appears twice, look for a join
      that repeats records.`,
  },
  {
    id: 'list.page-marks',
    level: 'advisory',
    traits: { dependsOn: ['list.ok'], evidence: { headers: ['link', 'x-total*', 'content-range'] } },
    title: 'The list should show no sign of pagination',
    source: 'GET /categories',
    sentence: 'Purpose: returns all categories.',
    asks: text`One response must contain all categories, because the operation has no parameters to request more. A
      Link to a next page, or a total above the length of the array, suggests that elements are missing. The
      list itself is still valid, so this is only a warning.`,
    impact:
      'Clients written to the specification never request the second page, so they miss its categories.',
    fix: text`Turn pagination off for this operation, or stop sending pagination headers if the list is complete.
      Look for a setting that paginates all operations.`,
    software: [
      { of: ['Spring'], text: 'Spring Data REST paginates by default.' },
      {
        of: ['Django'],
        text: 'Django REST framework paginates by a global setting (DEFAULT_PAGINATION_CLASS).',
      },
    ],
  },
  {
    id: 'list.media-type',
    traits: { dependsOn: ['list.ok'], evidence: { headers: ['content-type'] } },
    title: 'The list must have the Content-Type application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: text`The kit judges every 200 of GET /categories. Case and parameters such as charset do not matter. The
      server fails if the type is missing, or if it is another one, such as text/json or
      application/hal+json.`,
    impact: 'Clients that check the Content-Type refuse the response or treat it as plain text.',
    fix: text`Use the framework's JSON function, or set Content-Type before writing. A body sent as a string
      often gets another type.`,
    software: [
      {
        of: ['Express', 'Flask', 'PHP'],
        holds: 'text/html',
        text: 'Strings get text/html in Express, Flask and PHP.',
      },
      {
        of: ['Go'],
        holds: 'text/plain',
        text: text`Strings get text/plain in Go, and a header that is set after WriteHeader is not sent, so Go guesses text/plain: set
          Content-Type first.`,
      },
      { text: 'Hypermedia frameworks have their own media types.' },
    ],
  },
];
