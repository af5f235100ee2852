import type { Requirement } from '../../model/requirement.ts';

/** GET /categories. */
export const listing: readonly Requirement[] = [
  {
    id: 'list.ok',
    level: 'required',
    title: 'GET /categories with a valid key is answered 200 with a JSON array',
    source: 'GET /categories',
    asks:
      'Asked before the first creation, after it, and at the end of the run: the answer is an array at ' +
      'the top level, also when it holds one element or none. A body that is not JSON in UTF-8 fails ' +
      'here. A gateway error or broken connection that is gone at the second attempt is shown as flaky.',
    means:
      'Clients that loop over the answer break, often only on an empty shop or on the day of the first ' +
      'category.',
    mend:
      'Return the array itself, not an object with items or data around it, and [] rather than null, 204 ' +
      'or 404 when there is nothing (a nil slice in Go becomes null). Some XML-born serialisers turn a ' +
      'list of one into a bare object.',
  },
  {
    id: 'list.category',
    level: 'required',
    title: 'every element of the list is a Category',
    source: 'Category',
    asks:
      'Each has id as a JSON number that is an integer within int64, name as a string, and description ' +
      'as a string or not at all. More fields are allowed; negative and huge ids too. A description of ' +
      'null is not a string.',
    means: 'One bad element is enough to stop typed clients from reading the whole list.',
    mend:
      'Leave description out when there is none (omitempty, exclude_none, JsonInclude NON_NULL) and send ' +
      'id as a number: drivers such as node-postgres hand bigint over as text. Check old rows of the ' +
      'database too, not only the code that writes new ones.',
  },
  {
    id: 'list.ids-unique',
    level: 'required',
    title: 'no two elements of the list have the same id',
    source: 'Category',
    asks:
      'Ids are compared digit by digit, so that those beyond 2^53 are told apart, and within one answer ' +
      'only.',
    means: 'Whoever files categories by id loses one of the two, and pets end up in the wrong one.',
    mend:
      'Take ids from a sequence or identity column with a unique constraint. Look for max(id) + 1 ' +
      'without a lock, counters held by each replica, a join that repeats rows, and int64 ids that pass ' +
      'through a double on the way out.',
  },
  {
    id: 'list.complete',
    level: 'required',
    title: 'what was created is in the list once, with the fields and id of its 201',
    source: 'GET /categories',
    asks:
      'The list holds all categories, so each creation of this run must show, within two seconds and ' +
      'unchanged. Others may create and remove categories meanwhile; only those of this run are looked ' +
      'for, and elements of other people are never held against the server.',
    means:
      'A client creates a category, does not find it, creates it again, and fills the shop with ' +
      'duplicates.',
    mend:
      'Read from the primary or wait for the replica, drop cached lists on each creation, and return ' +
      'everything: default page sizes (20, 100) are the usual reason that the newest row is missing. If ' +
      'name or description differ from the 201, build both answers from the stored row.',
  },
  {
    id: 'list.page-marks',
    level: 'advisory',
    title: 'the list shows no sign of being only one page',
    source: 'GET /categories',
    asks:
      'All categories come in one answer, and the operation has no parameters to ask for more. A Link to ' +
      'a next page, or a total above the length of the array, suggests that something was held back; the ' +
      'list as such is valid, hence a warning.',
    means: 'Clients written to the specification never ask for the second page and miss whatever is on it.',
    mend:
      'Switch pagination off for this operation, or stop sending its headers when the list is whole. ' +
      'Spring Data REST paginates by default, Django REST framework by a global setting that is easily ' +
      'forgotten.',
  },
  {
    id: 'list.media-type',
    level: 'required',
    title: 'the list is sent as application/json',
    source: 'Endpoints',
    asks:
      'Judged on every 200 to GET /categories. Case and parameters such as charset do not matter; ' +
      'text/json, application/hal+json or a missing type do.',
    means: 'Clients that look at the type refuse the answer or hand it on as text.',
    mend:
      "Use the framework's JSON function, or set the type before writing. Strings sent by hand get " +
      'text/html (Express, Flask, PHP) or text/plain (Go), and hypermedia frameworks a type of their own.',
  },
];
