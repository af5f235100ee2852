import { type Requirement, text } from '../requirement.ts';

/** How to fix a route that redirects. */
export const servedElsewhere = text`Serve the operation at the path of the specification, and do not
  redirect from it. If Location differs only by a trailing slash: declare the route without the slash, or
  switch off the setting that appends it. Another --base-url does not cure that.`;

/** GET /categories. */
export const listing: readonly Requirement[] = [
  {
    id: 'list.ok',
    level: 'required',
    traits: { dependsOn: ['auth.key-accepted'], emptyStore: true },
    title: 'GET /categories with a valid key must be answered 200 with a JSON array',
    source: 'GET /categories',
    sentence: '200: JSON array of Category.',
    asks: text`Asked before the first creation, after it, and at the end of the run: the answer is an array
      at the top level, also when it holds one element or none. A body that is not JSON in UTF-8 fails here.
      A gateway error or broken connection that is gone at the second attempt is shown as flaky.`,
    impact: text`Clients that loop over the answer break, often only on an empty shop or on the day of the
      first category.`,
    fix: text`Return the array itself, not an object with items or data around it, and [] rather than null
      or 204 when there is nothing. A list of one is an array, too.`,
    outcomes: {
      refused: {
        impact: 'Clients with a valid key cannot read the list.',
        fix: text`Return 200 with the array to a valid key, and [] rather than 404 when there is nothing.
          Otherwise a 404 or 405 says that this address has no such route, and a 403 that the key lacks a
          permission.`,
      },
      redirected: {
        impact: text`Clients that ask for the documented path get no list: many do not follow redirects, and
          others drop the key when they do.`,
        fix: servedElsewhere,
      },
      failed: {
        impact: 'Clients cannot read the list: the server fails while it builds it.',
        fix: text`Look up this request in the server's log. Usual causes: a stored row that cannot be
          written as JSON, a value that the code does not expect in a row, and a database that does not
          answer.`,
      },
    },
    software: text`A nil slice in Go becomes null, and some XML-born serialisers turn a list of one into a
      bare object. Routers of Django REST framework append a slash unless trailing_slash is False, and
      FastAPI redirects to a route that is declared with one (redirect_slashes).`,
  },
  {
    id: 'list.category',
    level: 'required',
    traits: { dependsOn: ['list.ok'] },
    title: 'every element of the list must be a Category',
    source: 'Category',
    sentence: '200: JSON array of Category.',
    asks: text`Each has id as a JSON number that is an integer within int64, name as a string, and
      description as a string or not at all. More fields are allowed; negative and huge ids too. A
      description of null is not a string.`,
    impact: 'One bad element is enough to stop typed clients from reading the whole list.',
    fix: text`Leave description out when there is none, rather than send null, and send id as a number.
      Check old rows of the database too, not only the code that writes new ones.`,
    software: text`omitempty in Go, exclude_none in Pydantic and JsonInclude NON_NULL in Jackson leave a
      field out; drivers such as node-postgres hand bigint over as text.`,
  },
  {
    id: 'list.ids-unique',
    level: 'required',
    traits: { dependsOn: ['list.ok'] },
    title: 'every element of the list must have an id of its own',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`Ids are compared digit by digit, so that those beyond 2^53 are told apart, and within one
      answer only.`,
    impact: 'Whoever files categories by id loses one of the two, and pets end up in the wrong one.',
    fix: text`Take ids from a sequence or identity column with a unique constraint. Look for max(id) + 1
      without a lock, counters held by each replica, a join that repeats rows, and int64 ids that pass
      through a double on the way out.`,
  },
  {
    id: 'list.complete',
    level: 'required',
    traits: { dependsOn: ['list.ok'], needs: ['known store', 'writes'] },
    title: 'what was created must be in the list once, with the fields and id of its 201',
    source: 'GET /categories',
    sentence: 'Purpose: returns all categories.',
    asks: text`The list holds all categories, so each creation of this run must show, within two seconds and
      unchanged. Others may create and remove categories meanwhile; only those of this run are looked for,
      and elements of other people are never held against the server.`,
    impact: text`What a client has just created does not show, or not as it was saved, and it saves again or
      works on with what is wrong.`,
    fix: text`If it is missing: the list is only a page (of 20 or 100 by some default), comes from a cache,
      or is read from a replica; return everything, and drop cached lists on each creation. If the name or
      the description is another one or left out: write both answers from the stored row, by the same code.
      If the id is another one: look for a join that returns two columns called id. If it stands there
      twice: look for a join that repeats rows.`,
  },
  {
    id: 'list.page-marks',
    level: 'advisory',
    traits: { dependsOn: ['list.ok'], evidence: { headers: ['link', 'x-total*', 'content-range'] } },
    title: 'the list should show no sign of being only one page',
    source: 'GET /categories',
    sentence: 'Purpose: returns all categories.',
    asks: text`All categories come in one answer, and the operation has no parameters to ask for more. A
      Link to a next page, or a total above the length of the array, suggests that something was held back;
      the list as such is valid, hence a warning.`,
    impact: 'Clients written to the specification never ask for the second page and miss whatever is on it.',
    fix: text`Switch pagination off for this operation, or stop sending its headers when the list is whole.
      It is often on by a setting for all operations, which is easily forgotten.`,
    software: 'Spring Data REST paginates by default, and Django REST framework by a global setting.',
  },
  {
    id: 'list.media-type',
    level: 'required',
    traits: { dependsOn: ['list.ok'], evidence: { headers: ['content-type'] } },
    title: 'the list must be sent as application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: text`Judged on every 200 to GET /categories. Case and parameters such as charset do not matter;
      text/json, application/hal+json or a missing type do.`,
    impact: 'Clients that look at the type refuse the answer or hand it on as text.',
    fix: text`Use the framework's JSON function, or set the type before writing: a body that is sent as a
      text gets the type of a text.`,
    software: text`Strings sent by hand get text/html in Express, Flask and PHP and text/plain in Go;
      hypermedia frameworks have a type of their own.`,
  },
];
