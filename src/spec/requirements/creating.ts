import { type Requirement, text } from '../requirement.ts';
import { servedElsewhere } from './listing.ts';

/** POST /categories with a valid NewCategory. */
export const creating: readonly Requirement[] = [
  {
    id: 'create.created',
    level: 'required',
    traits: { dependsOn: ['auth.key-accepted'], emptyStore: true },
    title: 'a valid NewCategory must be answered 201 with a Category',
    source: 'POST /categories',
    sentence: '201: Category (with the assigned id).',
    asks: text`Only bodies no server can object to count: a name of plain small letters, at most 16 of them
      and new to the shop, with a description just as plain and short or none. Since the limits of fields
      are open, a name refused with 400 is tried once more as a word of five letters. A 502, 503, 504 or cut
      connection decides only if a fresh attempt meets the same.`,
    impact: 'Clients that test for 201 and a Category take success for failure, and try again.',
    fix: text`Return 201, not 200, 202 or 204, with the stored category at the top level of the body. Look
      for a wrapper such as data, and a 201 with an empty body.`,
    outcomes: {
      refused: {
        impact: 'Clients with a valid key and a valid body cannot add categories.',
        fix: text`Accept what the specification calls valid. Look for a stricter validation (description
          required, minimum length, capital letters), a permission that the key lacks (403), and a route
          that this address does not have (404, 405).`,
      },
      redirected: {
        impact: text`Clients that post to the documented path create nothing: many do not follow redirects,
          and some follow a 301 or 302 with a GET.`,
        fix: servedElsewhere,
      },
      failed: {
        impact: 'Clients cannot add categories, and one that retries may add the same one twice.',
        fix: text`Look up this request in the server's log. Usual causes: a column or constraint of the
          database that plain values violate, and an error that nothing catches while the answer is built.`,
      },
    },
    software: text`Routers of Django REST framework append a slash unless trailing_slash is False, and
      FastAPI redirects to a route that is declared with one (redirect_slashes).`,
  },
  {
    id: 'create.media-type',
    level: 'required',
    traits: {
      dependsOn: ['create.created'],
      fedBy: ['create.description-optional'],
      evidence: { headers: ['content-type'] },
    },
    title: 'the 201 must be sent as application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: 'Judged on every 201 to POST /categories. Case and parameters such as charset are free.',
    impact: 'Clients that look at the type do not read the id of what they created.',
    fix: text`Set the type together with the body. A 201 is often written by another path than the 200 of
      the list: a bare string, or a created() helper that sends no type.`,
  },
  {
    id: 'create.id',
    level: 'required',
    traits: { dependsOn: ['create.created'], evidence: { member: 'id' } },
    title: 'id must be an int64 JSON number that the service assigns',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`The 201 holds an integer within int64 as a number, not as text; negative, huge and 1.0 are
      legal. An id in the request must not decide it: a large unused number, still exact in a double, is
      tried, also in later lists, and a 400 to the unknown field settles nothing.`,
    impact: text`Typed clients fail on what is no int64 number. Where a client picks the id, it can take over
      or overwrite the categories of others.`,
    fix: text`Read only name and description from the body; never spread the whole body over the record.
      Send the id as the number that is stored: some drivers hand int64 over as text, and other kinds of id
      do not fit the type.`,
    software: text`json-server, create(req.body) of an ORM, and mass assignment take the id of the client;
      node-postgres returns bigint as text; UUIDs and the ids of MongoDB are no int64.`,
  },
  {
    id: 'create.id-unique',
    level: 'required',
    traits: {
      dependsOn: ['create.created', 'create.id'],
      needs: ['known store'],
      fedBy: ['create.description-optional'],
      evidence: { member: 'id' },
    },
    title: 'each creation must get an id of its own',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`Ids differ among the creations of the run, and from all ids seen in the most recent list read
      before. Compared digit by digit, also for creations under way at the same time.`,
    impact: 'The second category replaces the first, or the two can no longer be told apart.',
    fix: text`Let the database assign ids under a unique constraint. Usual faults: list length + 1 (repeats
      after a removal), a millisecond clock, a counter per process, max + 1 without a lock, and numbers
      beyond 2^53 rounded by a double.`,
  },
  {
    id: 'create.fields',
    level: 'required',
    traits: { dependsOn: ['create.created'] },
    title: 'name and description must come back as they were sent',
    source: 'Category',
    sentence: 'A Category has all fields of NewCategory',
    asks: text`The 201 repeats the name and, where one was sent, the description. Trimmed blanks at the ends
      and canonical Unicode normalization are no fault. Where none was sent, a default is noted; the text
      null, undefined or None and the description of another request fail.`,
    impact: text`The client shows other text than it saved, perhaps that of somebody else, or saves again
      because it believes it was not.`,
    fix: text`Build the answer from the stored row, anew for each request. If text was lost or changed:
      look for fields that the answer leaves out, values capitalised or turned into slugs, and columns that
      cut text without an error. If text was added: look for an object shared between requests, a default,
      and a merge with the row before; it may be the text of another customer.`,
    software: 'Fastify drops what its response schema does not list.',
  },
  {
    id: 'create.description-optional',
    level: 'required',
    traits: { dependsOn: ['create.created', 'auth.key-accepted'] },
    title: 'the description may be left out, and the answer must then have none or a string',
    source: 'NewCategory',
    sentence: 'description | string | no | Short description of the category',
    asks: text`The field may be missing from the request. In the 201 it is then missing too or is a string,
      an empty one for instance; null is not a string.`,
    impact: 'Clients that leave the field out get something else than the text that their types promise.',
    fix: 'Leave description out of the answer when it is unset, rather than send null.',
    outcomes: {
      refused: {
        impact: 'Clients that leave the field out cannot create a category.',
        fix: 'Make the field optional in the validation and nullable in the database.',
      },
    },
    software: text`omitempty in Go, response_model_exclude_none in FastAPI and JsonInclude NON_NULL in
      Jackson leave it out.`,
  },
  {
    id: 'create.text',
    level: 'required',
    traits: { dependsOn: ['create.created', 'auth.key-accepted'] },
    title: 'ordinary text of any script must be stored as sent, or refused, but never changed',
    source: 'NewCategory',
    sentence:
      'name | string | yes | Category name … description | string | no | Short description of the category',
    asks: text`Quotes of both kinds, angle brackets, ampersands, accents, CJK, emoji and words or digits
      that could pass for another JSON type must survive in name and description. A server that restricts
      characters may refuse with any 4xx, which leaves the row not exercised; 5xx and changed text fail.
      Names stay unique in the run: words such as true and null are tried in the description.`,
    impact: text`What people wrote is not what they read: question marks or entities in place of letters, or
      7 in place of 007.`,
    fix: text`Use UTF-8 all the way, escape for HTML when displaying rather than when storing, bind SQL
      parameters instead of joining strings, and never guess types from text.`,
    outcomes: {
      failed: {
        impact: 'Whoever writes such text gets a server error and cannot save it.',
        fix: text`Use UTF-8 all the way, the database and its connection included, bind SQL parameters
          instead of joining strings, and return 400 for characters that the service does not take.`,
      },
    },
    software: text`utf8 of MySQL holds no emoji, utf8mb4 does; YAML, PHP and query-string parsers guess
      types from text.`,
  },
  {
    id: 'create.location',
    level: 'observed',
    title: 'whether a 201 carries a Location header',
    source: 'RFC 9110 15.3.2',
    asks: text`The specification does not mention it, no operation reads a single category, and HTTP does
      not require it. The kit notes the header and its form.`,
    impact: 'With it, clients would have an address for the new category; without it, they have the id.',
    fix: 'Nothing has to change. If the header is sent, its address should exist.',
  },
];
