import { expect, test } from 'vitest';
import { type CheckOrRule, probesOf } from '../../src/checks/vocabulary.ts';
import { suites } from '../../suites/index.ts';

/** What the suites judge and send in a run of the usual length, with the place of each request in the order. */
const members = {
  Versioning: [
    'versioning.base-path: the base URL ends in the segment v1',
    'versioning.sunset: the deprecated operation announces its sunset',
    'versioning.description-version: the description has version 1.0.0',
    'versioning.stability-marker: x-stability markers are experimental or beta',
    'versioning.description-operations: the description matches the specification',
    'versioning.description-base: a server URL ends in v1',
  ],
  Authentication: [
    'auth.key-missing: GET /categories without an Authorization header (priority 995, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.key-invalid: GET /categories with another key (priority 822, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.key-invalid: GET /categories with a token that is not ASCII (priority 803, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /categories with the key under the scheme Basic (priority 886, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /categories with the key as the user name of Basic (priority 846, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /categories with the bare key (priority 862, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /categories with the key under the scheme Token (priority 808, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /categories with Bearer and the key joined by a dot (priority 806, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /categories with the key as token=… under Token (priority 772, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /categories with the key under the scheme ApiKey (priority 771, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /categories with Bearer and the key joined by a hyphen (priority 770, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.key-exact: GET /categories with the key cut short (priority 854, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-cut)',
    'auth.key-exact: GET /categories with the key twice in one token (priority 884, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-extended, chosen)',
    'auth.key-exact: GET /categories with = after the key (priority 884, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-padded, chosen)',
    'auth.key-exact: GET /categories with the key in changed case (priority 838, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-other-case)',
    'auth.key-exact: GET /categories with an empty key (priority 830, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-empty)',
    'auth.key-exact: GET /categories with a blank and more text after the key (priority 802, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-and-text, chosen)',
    'auth.key-exact: GET /categories with a comma and more text after the key (priority 800, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-and-comma, chosen)',
    'auth.key-exact: GET /categories with one character of the key changed (priority 798, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-changed, chosen)',
    'auth.key-exact: GET /categories with letters or digits after the key (priority 796, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-lengthened, chosen)',
    'auth.key-exact: GET /categories with letters or digits before the key (priority 794, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-preceded, chosen)',
    'auth.key-exact: GET /categories with the key cut at its start (priority 792, withKey 0, withoutKey 1, afterKeyedRequest, nearMiss key-cut-at-start, chosen)',
    'auth.key-missing: POST /categories without an Authorization header (priority 938, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, keepsOpen)',
    'auth.key-invalid: POST /categories with another key (priority 900, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation)',
    'auth.key-invalid: POST /categories with a token that is not ASCII (priority 803, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen)',
    'auth.bearer-only: POST /categories with the key under the scheme Basic (priority 898, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation)',
    'auth.bearer-only: POST /categories with the key as the user name of Basic (priority 812, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation)',
    'auth.bearer-only: POST /categories with the bare key (priority 934, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation)',
    'auth.bearer-only: POST /categories with the key under the scheme Token (priority 808, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen)',
    'auth.bearer-only: POST /categories with Bearer and the key joined by a dot (priority 806, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen)',
    'auth.bearer-only: POST /categories with the key as token=… under Token (priority 772, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen, ifRoom)',
    'auth.bearer-only: POST /categories with the key under the scheme ApiKey (priority 771, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen, ifRoom)',
    'auth.bearer-only: POST /categories with Bearer and the key joined by a hyphen (priority 770, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, chosen, ifRoom)',
    'auth.key-exact: POST /categories with the key cut short (priority 950, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-cut)',
    'auth.key-exact: POST /categories with the key twice in one token (priority 926, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-extended, chosen)',
    'auth.key-exact: POST /categories with = after the key (priority 926, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-padded, chosen)',
    'auth.key-exact: POST /categories with the key in changed case (priority 949, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-other-case)',
    'auth.key-exact: POST /categories with an empty key (priority 918, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-empty)',
    'auth.key-exact: POST /categories with a blank and more text after the key (priority 802, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-and-text, chosen)',
    'auth.key-exact: POST /categories with a comma and more text after the key (priority 800, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-and-comma, chosen)',
    'auth.key-exact: POST /categories with one character of the key changed (priority 798, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-changed, chosen)',
    'auth.key-exact: POST /categories with letters or digits after the key (priority 796, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-lengthened, chosen)',
    'auth.key-exact: POST /categories with letters or digits before the key (priority 794, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-preceded, chosen)',
    'auth.key-exact: POST /categories with the key cut at its start (priority 792, withKey 0, withoutKey 1, afterKeyedRequest, after the list after the first creation, nearMiss key-cut-at-start, chosen)',
    'auth.key-missing: GET /pets/{petId} without an Authorization header (priority 878, withKey 0, withoutKey 1, inBurst)',
    'auth.key-invalid: GET /pets/{petId} with another key (priority 947, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /pets/{petId} with the key under the scheme Basic (priority 894, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /pets/{petId} with the key as the user name of Basic (priority 785, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /pets/{petId} with the bare key (priority 811, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /pets/{petId} with the key under the scheme Token (priority 808, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /pets/{petId} with Bearer and the key joined by a dot (priority 806, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /pets/{petId} with the key as token=… under Token (priority 772, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /pets/{petId} with the key under the scheme ApiKey (priority 771, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /pets/{petId} with Bearer and the key joined by a hyphen (priority 770, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.key-missing: GET /store/orders without an Authorization header (priority 892, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.key-invalid: GET /store/orders with another key (priority 870, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /store/orders with the key under the scheme Basic (priority 957, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /store/orders with the key as the user name of Basic (priority 784, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /store/orders with the bare key (priority 810, withKey 0, withoutKey 1, afterKeyedRequest)',
    'auth.bearer-only: GET /store/orders with the key under the scheme Token (priority 808, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /store/orders with Bearer and the key joined by a dot (priority 806, withKey 0, withoutKey 1, afterKeyedRequest, chosen)',
    'auth.bearer-only: GET /store/orders with the key as token=… under Token (priority 772, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /store/orders with the key under the scheme ApiKey (priority 771, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.bearer-only: GET /store/orders with Bearer and the key joined by a hyphen (priority 770, withKey 0, withoutKey 1, afterKeyedRequest, chosen, ifRoom)',
    'auth.key-accepted: the valid key never returns 401',
    'auth.challenge: a 401 carries WWW-Authenticate',
    'auth.scheme-case: GET /categories with the scheme in lower case (priority 939, onListConnection, after the list after the first creation)',
    'auth.scheme-case: the scheme is case-insensitive',
  ],
  Errors: [
    'errors.shape: an error body has the Error shape',
    'errors.status: status repeats the HTTP status',
    'errors.media-type: an error is application/json',
    'errors.elsewhere: GET of an unknown path (priority 942)',
    'errors.elsewhere: POST /categories as text/plain (priority 906, after the list after the first creation)',
    'errors.elsewhere: other errors have the Error shape, too',
    'errors.texts: code and message are not blank',
    'errors.no-internals: an error reveals no internals',
    'errors.codes: the values of code',
  ],
  'Listing categories': [
    'list.ok: the list before the first creation (priority 1000, onListConnection)',
    'list.ok: the list after the first creation (priority 985, after a plain category with a description)',
    'list.ok: the list at the end (priority 0, withKey 2, spare 1, controls 1, phase settled, onListConnection)',
    'list.ok: GET /categories is a list',
    'list.ok: the list stays readable',
    'list.category: every element is a Category',
    'list.ids-unique: no two elements share an id',
    'list.complete: what was created is listed',
    'list.media-type: the list is application/json',
    'list.page-marks: the list shows no sign of pagination',
    'list.category: the list stays readable',
    'list.ids-unique: the list stays readable',
    'list.complete: the list stays readable',
    'list.media-type: the list stays readable',
    'list.page-marks: the list stays readable',
  ],
  'Creating a category': [
    'create.created: a plain category is created (priority 990, withKey 1, spare 1)',
    'create.created: a plain category is created later in the run, with reversed key order, whitespace and escapes (priority 940, withKey 0, controls 2)',
    'create.created: one more plain category at the end, if the refusal of an earlier one may come from a cache (priority 1, withKey 0, controls 1, phase closing)',
    'create.created: a plain category is not refused if a later one is created',
    'create.created: an id in the request causes no failure',
    'create.description-optional: a category without a description is created (priority 956, creates 1, controls 2, after the list after the first creation, inBurst)',
    'create.media-type: the 201 is application/json',
    'create.id: id is an int64 integer',
    'create.id: an id in the request is ignored (priority 910, creates 1, after the list after the first creation)',
    'create.id: no list shows the id of a request',
    'create.id-unique: every creation has a unique id',
    'create.fields: name and description come back as sent',
    'create.text: a string is returned unchanged: quotes, angle brackets, ampersands and a backslash (priority 946, creates 1, controls 1, after the list after the first creation)',
    'create.text: a string is returned unchanged: accents, Han and other scripts (priority 820, creates 1, controls 1, after the list after the first creation)',
    'create.text: a string is returned unchanged: emoji (priority 924, creates 1, controls 1, after the list after the first creation)',
    'create.text: a string is returned unchanged: a name like a number, a description like a boolean (priority 916, creates 1, controls 1, after the list after the first creation)',
    'create.text: a string is returned unchanged: characters that NFKC changes, a description like null (priority 818, creates 1, controls 1, after the list after the first creation)',
    'create.location: a 201 has a Location',
    'create.created: a plain category in another JSON form, later in the run (priority 940, creates 1, after the list after the first creation, inBurst)',
  ],
  'Refusing invalid bodies': [
    'invalid.name-missing: an object without name is refused',
    'invalid.name-type: a non-string name is refused',
    'invalid.description-type: a description of another type is refused',
    'invalid.body-type: a body that is not an object is refused',
    'invalid.body-empty: an empty body is refused',
    'invalid.body-malformed: a body that is not JSON is refused',
    'invalid.body-lenient: extensions of JSON are refused',
    'invalid.body-bytes: bytes that are not UTF-8 cause no 5xx or cut connection',
    'invalid.nothing-stored: bodies that returned 400 or 401 are not stored',
    'invalid.either: an unspecified value is accepted or refused',
    'invalid.null-description: the response to a null description',
    'invalid.unstated: whether more categories are accepted',
    'invalid.unstated: responses to unspecified bodies',
  ],
  'Rate-limit headers': [
    'headers.present: the three headers are there',
    'headers.form: each header appears once, as a whole number',
    'headers.limit: Limit is a positive integer',
    'headers.remaining: Remaining is an integer from 0 to Limit',
    'headers.reset: Reset is a Unix timestamp in seconds',
    'headers.usage: Remaining falls as requests are made',
    'headers.usage: more plain GETs, if the requests so far do not show whether Remaining falls (priority 1, withKey 24, phase closing)',
    'headers.plan: Limit matches the plan',
    "headers.plan-window: the plan's limit per minute resets within a minute",
    'headers.limit-steady: Limit stays the same within a window',
    'headers.elsewhere: unknown paths return the headers, too',
    'headers.reset-reached: Remaining before and after a Reset',
  ],
  'Rate limiting': [
    'limit.enforced: requests beyond the limit return 429',
    'limit.retry-after: a 429 carries Retry-After',
    'limit.retry-after-value: Retry-After gives a time',
    'limit.recovers: requests are served again after Retry-After',
    'limit.retry-after-agrees: Retry-After does not look like milliseconds',
    'limit.retry-after-unit: the form and the unit of Retry-After',
    'limit.body: the body of a 429',
  ],
  'Named but not specified': [
    'pets.exists: GET /pets/{petId} with the key (priority 948, carries, inBurst)',
    'pets.exists: GET /pets/{petId} exists',
    'orders.exists: GET /store/orders with the key (priority 958, carries, inBurst)',
    'orders.exists: GET /store/orders exists',
  ],
  HTTP: [
    'http.sheds-load: concurrent requests are served',
    'http.date: responses carry a Date',
    'http.json-clean: JSON has no byte order mark and no repeated names',
  ],
};

/** Describes a member, with what its requests need. */
function wordsOf(member: CheckOrRule): string {
  const needs = Object.entries('needs' in member ? member.needs : {}).filter(([need]) => need !== 'uses');
  const words = needs.map(([need, value]) => {
    const shown = value?.title ?? value;
    return value === true || typeof value === 'function' ? need : `${need} ${shown}`;
  });
  return `${member.requirement}: ${member.title}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}

const isUsual = (member: CheckOrRule) => !('needs' in member && member.needs.profiles !== undefined);

test('the suites have these checks, probes and rules, and send their requests in this order', () => {
  const found = suites.map(({ title, checks }) => [title, checks.filter(isUsual).map(wordsOf)]);
  expect(Object.fromEntries(found)).toEqual(members);
});

test('their checks share these requests with others', () => {
  const all = suites.flatMap(({ checks }) => checks).filter(isUsual);
  const used = all.flatMap((member) => (member.kind === 'check' ? probesOf(member) : []));
  const shared = [...new Set<CheckOrRule>(used)].filter((probe) => !all.includes(probe));
  expect(shared.map(wordsOf)).toEqual([
    'create.created: a plain category with a description (priority 990, creates 1)',
  ]);
});
