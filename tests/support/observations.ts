import type { Report } from '../../src/report/model/report.ts';
import { grouped } from '../../src/text/grouped.ts';

/** The observations of a `thorough` run against the reference server. */
export const statedObservations: Readonly<Record<string, readonly string[]>> = {
  'versioning.sunset': ['Sunset: Fri, 31 Dec 2027 23:59:59 GMT, Deprecation: @1767225600'],
  'errors.codes': [
    '400 body_missing on POST /categories',
    '400 body_not_json on POST /categories',
    '400 body_not_object on POST /categories',
    '400 body_not_utf8 on POST /categories',
    '400 description_not_text on POST /categories',
    '400 name_empty on POST /categories',
    '400 name_missing on POST /categories',
    '400 name_not_text on POST /categories',
    '401 api_key_invalid on GET /categories, GET /pets/{petId}, GET /store/orders, POST /categories',
    '401 api_key_missing on GET /categories, GET /pets/{petId}, GET /store/orders, POST /categories',
  ],
  'create.location': ['no Location'],
  'invalid.null-description': ['status 400 Bad Request'],
  'invalid.unstated': [
    'a NUL in the description: status 201 Created',
    'a body with 200,000 spaces: status 201 Created',
    'a byte order mark: status 400 Bad Request',
    'a control character in the description: status 201 Created',
    'a description of 10,000 letters: status 201 Created',
    'a lone surrogate in the description: status 201 Created',
    'a name of 1,000 letters: status 201 Created',
    'a name of two million letters: status 413 Payload Too Large',
    'a repeated member name: status 201 Created',
    'an unknown field of arrays nested 5,000 deep: status 201 Created',
    'an unknown field: status 201 Created',
    'another media type: status 415 Unsupported Media Type',
  ],
  'headers.reset-reached': ['Remaining went from 0 to 58 of 60'],
  'limit.retry-after-unit': ['a whole number, apparently in seconds'],
  'limit.body': ['67 bytes of application/json'],
};

/** Returns a report's observations, sorted and without their counts. */
export function observationsIn({ observations }: Report): Record<string, readonly string[]> {
  const byId = grouped(observations, ({ requirement }) => requirement);
  return Object.fromEntries(
    [...byId].map(([id, all]) => [id, all.map(({ text }) => text.replace(/ \(\d+ times\)$/, '')).sort()]),
  );
}
