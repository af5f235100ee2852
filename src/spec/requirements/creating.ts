import { type RequirementRow, text } from '../requirement.ts';
import { nullOmitted, servedElsewhere, slashes } from './listing.ts';

/** POST /categories with a valid NewCategory. */
export const creating: readonly RequirementRow[] = [
  {
    id: 'create.created',
    traits: {
      dependsOn: ['auth.key-accepted'],
      fedBy: ['create.id', 'create.description-optional'],
      emptyStore: true,
    },
    title: 'A valid NewCategory must return 201 with a Category',
    source: 'POST /categories',
    sentence: '201: Category (with the assigned id).',
    asks: text`The kit sends only bodies that every server must accept: a new name of at most 16 lowercase letters, and a short plain description or none (after a 400, a name of five letters, because a server may limit the length of names).
      Every creation that succeeds must return 201 with a Category, whichever requirement the kit sent it for. A plain category that the server refuses with a 4xx must not be in the list afterwards. For a body with an
      id, the server may return 201 or any 4xx, but nothing else.`,
    impact: 'Clients that expect 201 and a Category mistake success for failure and try again.',
    fix: text`Return 201, not 200, 202 or 204, with the stored category at the top level of the body. Look for
      a wrapper such as data, and for a 201 with an empty body. If a category is stored although the response was
      409, look for a gateway or a database client that sends a slow POST again.`,
    outcomes: {
      refused: {
        impact: 'Clients with a valid key and a valid body cannot add categories.',
        fix: text`Accept every valid NewCategory. Look for stricter validation (description required, minimum
          length, capital letters), a permission that the key lacks (403), and a base URL without this route
          (404, 405).`,
      },
      redirected: {
        impact: text`Clients that post to the documented path create nothing: many do not follow redirects,
          and some follow a 301 or 302 with a GET.`,
        fix: servedElsewhere,
      },
      failed: {
        impact: 'Clients cannot add categories, and a client that retries may add the same category twice.',
        fix: text`Find this request in the server's log. Usual causes: a database column or constraint that
          plain values violate, and an uncaught error while the response is built. If only a body with an id
          fails, copy name and description into a new record and ignore the id.`,
      },
    },
    software: [
      ...slashes,
      {
        of: ['Spring'],
        statuses: [5],
        text: text`JPA does not save an entity whose generated id is set: ObjectOptimisticLockingFailureException, or
          “detached entity passed to persist”.`,
      },
    ],
  },
  {
    id: 'create.content-type',
    level: 'advisory',
    traits: { dependsOn: ['create.created', 'auth.key-accepted'], fedBy: ['create.text'] },
    title: 'A POST with a charset parameter, or sent in chunks, should be accepted',
    source: 'RFC 9110 8.3.1',
    asks: text`Many clients send application/json; charset=utf-8 by default, and clients that write the body as a
      stream send it with Transfer-Encoding: chunked (RFC 9112, section 7.1). Media types are case-insensitive, so
      some runs also send Application/JSON. The kit sends valid categories with ordinary strings in these forms. If the
      server refuses one, the kit sends the same category in the plain form, and warns only if that succeeds.`,
    impact: 'Clients whose HTTP library sends this form by default cannot create a category.',
    fix: text`Parse the Content-Type instead of comparing it with one string: take the type before the first
      semicolon, and ignore its case. Read the body to its end, whether or not it has a Content-Length, or let the gateway buffer it.`,
  },
  {
    id: 'create.media-type',
    traits: {
      dependsOn: ['create.created'],
      fedBy: ['create.description-optional'],
      evidence: { headers: ['content-type'] },
    },
    title: 'The 201 must have the Content-Type application/json',
    source: 'Endpoints',
    sentence: 'Bodies are application/json.',
    asks: text`The kit judges every 201 of POST /categories. Case and parameters such as charset do not matter.`,
    impact: 'Clients that check the Content-Type do not read the id of the new category.',
    fix: text`Set Content-Type where the body is written. The 201 often comes from different code than the 200
      of the list: a bare string, or a helper for this status that sets no type.`,
  },
  {
    id: 'create.id',
    traits: { dependsOn: ['create.created'], evidence: { member: 'id' } },
    title: 'id must be an int64 JSON number that the server assigns',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`The id in the 201 must be an int64 integer and a number, not a string; negative and large numbers and
      1.0 are allowed. The kit also sends a category whose id is a large unused number that a double
      represents exactly. The server may refuse that body with any 4xx, but must not use the id, in the 201
      or in a later list.`,
    impact: text`Typed clients fail if the id is not an int64 number. If clients can choose ids, they can
      overwrite or take over the categories of other clients.`,
    fix: text`Read only name and description from the body, and never copy the whole body into the record.
      Send the id as a number. Some database drivers return int64 as a string, and other kinds of id do not
      fit the type.`,
    software: [
      { text: "json-server, code that saves the whole body, and mass assignment use the client's id." },
      { text: 'node-postgres returns bigint as a string.' },
      { text: 'UUIDs and MongoDB ids do not fit into int64.' },
    ],
  },
  {
    id: 'create.id-unique',
    traits: {
      dependsOn: ['create.created', 'create.id'],
      needs: ['known store'],
      fedBy: ['create.description-optional'],
      evidence: { member: 'id' },
    },
    title: 'Every new category must get a unique id',
    source: 'Category',
    sentence: 'id | integer, int64 | yes | Unique identifier, assigned by the service on creation',
    asks: text`The id of each new category must differ from the ids of all other categories that the run created, including those created at the same time. It must also differ from every id in the last list before the creation. An
      older category with the same id does not count if the next list lacks it, because another client may have removed
      it. The kit compares ids digit
      by digit.`,
    impact: 'The second category replaces the first, or clients cannot distinguish them.',
    fix: text`Let the database assign ids under a unique constraint. Usual causes: list length + 1 (repeats
      after a removal), a millisecond clock, a counter per process, max + 1 without a lock, and ids beyond
      2^53 rounded to doubles.`,
  },
  {
    id: 'create.fields',
    traits: { dependsOn: ['create.created'] },
    title: 'The 201 must return name and description as they were sent',
    source: 'Category',
    sentence: 'A Category has all fields of NewCategory',
    asks: text`The 201 must repeat the name and, if the request had one, the description. The server may trim
      whitespace and apply canonical Unicode normalization. If the request had no description, the kit only
      notes a default, but the server fails if it returns null, undefined or None as a string, or the
      description of another request.`,
    impact: text`The client shows text that differs from what it saved, perhaps another client's. Or the client
      saves it again, because the first attempt seems lost.`,
    fix: text`Build each response from the stored record. If text was lost or changed, look for fields missing
      from the response schema, capitalized values or slugs, and columns that truncate silently. If text was
      added, look for an object shared between requests, a default, or a merge with the previous record. The
      text may belong to another customer.`,
    software: [{ of: ['Fastify'], text: 'Fastify drops fields that its response schema does not list.' }],
  },
  {
    id: 'create.description-optional',
    traits: { dependsOn: ['create.created', 'auth.key-accepted'] },
    title: 'A POST without a description must return 201, with a string description or no description',
    source: 'NewCategory',
    sentence: 'description | string | no | Short description of the category',
    asks: text`A client may omit the field. The 201 then omits it too, or contains a string, which may be empty. A
      description of null fails, because null is not a string. The kit creates two such categories, because a
      unique index that covers an absent description refuses only the second one.`,
    impact: 'Clients that omit the field get a value that is not the string that their types promise.',
    fix: 'Omit description from the response if it is unset, instead of sending null.',
    outcomes: {
      refused: {
        impact: 'Clients that omit the field cannot create a category.',
        fix: text`Make the field optional in the validation and nullable in the database. If only the first category
          without a description is accepted, remove the unique index on the description.`,
      },
    },
    software: nullOmitted,
  },
  {
    id: 'create.text',
    traits: { dependsOn: ['create.created', 'auth.key-accepted'], seeded: true },
    title: 'Ordinary strings in any script must be stored unchanged, or refused',
    source: 'NewCategory',
    sentence:
      'name | string | yes | Category name … description | string | no | Short description of the category',
    asks: text`Letters of any script, quotes, angle brackets, ampersands, backslashes, line feeds, emoji, full-width
      letters and text that looks like another JSON type must come back unchanged. Canonical Unicode normalization is
      allowed, but NFKC is not. The server may refuse such text with any 4xx, and the kit then does not test
      it; a 5xx or changed text fails. The kit generates the text from the seed.`,
    impact: text`Users read something other than what was written: question marks or entities instead of
      letters, text without its backslashes, or 7 instead of 007.`,
    fix: text`Use UTF-8 everywhere, escape for HTML when displaying instead of when storing, bind SQL
      parameters instead of joining strings, and never guess types from strings. To find names that look
      alike, compare their NFKC form, but store the name as it was sent.`,
    outcomes: {
      failed: {
        impact: 'Users who enter such text get a server error and cannot save it.',
        fix: text`Use UTF-8 everywhere, including the database and its connection. Bind SQL parameters instead
          of joining strings, and return 400 for characters that the server does not support.`,
      },
    },
    software: [
      { text: "MySQL's utf8 cannot store emoji, but utf8mb4 can." },
      { of: ['PHP'], text: 'YAML, PHP and query-string parsers guess types from strings.' },
    ],
  },
  {
    id: 'create.location',
    level: 'observed',
    title: 'Whether a 201 carries a Location header',
    source: 'RFC 9110 15.3.2',
    asks: text`The specification does not mention the header, no operation reads a single category, and HTTP
      does not require the header. The kit only notes whether the server sends it.`,
    impact: 'With the header, clients have a URL for the new category. Without it, they have only its id.',
    fix: 'No change is needed. If the header is sent, its URL should exist.',
    traits: { dependsOn: ['create.created'] },
  },
];
