import { StoreFull } from './categories.ts';
import type { Incoming } from './incoming.ts';
import type { Visit } from './parts.ts';
import { errorReply, type Problem, problem } from './problem.ts';
import { type HeaderLine, type Reply, valuesOf } from './response.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** The specification requires a sunset date but does not say which (Versioning 4). Formats: RFC 9745 and RFC 8594. */
const SUNSET: readonly HeaderLine[] = [
  ['Deprecation', '@1767225600'],
  ['Sunset', 'Fri, 31 Dec 2027 23:59:59 GMT'],
];

/** Serves GET /categories, which "returns all categories": "200: JSON array of Category", here oldest first. */
export function listCategories({ parts }: Visit): Reply {
  const json = parts.store.list().map((category) => parts.categoryJson(category, 'list'));
  return { status: 200, headers: [], json };
}

/**
 * Serves POST /categories, which "adds a new category": "201: Category (with the assigned id)". The body is a
 * NewCategory, `application/json`. Throws ConnectionLost if the body never arrives in full.
 */
export async function createCategory({ incoming, parts }: Visit): Promise<Reply> {
  const refuse = (error: Problem, headers: readonly HeaderLine[] = []): Reply =>
    errorReply(error, parts.errorJson, headers);

  const unsupported = unsupportedMedia(incoming);
  if (unsupported !== undefined) return refuse(unsupported, [['Accept-Encoding', 'identity']]);
  const body = await incoming.body();
  if (body.kind === 'too-large') {
    return refuse(problem(413, 'body_too_large', 'The request body is too large.'), [
      ['Connection', 'close'],
    ]);
  }
  const reading = parts.readNewCategory(body.bytes);
  if (reading.kind === 'problem') return refuse(reading.problem);
  try {
    const category = parts.store.add(reading.category);
    return { status: 201, headers: [], json: parts.categoryJson(category, 'created') };
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    return refuse(problem(409, 'store_full', 'There is no room for another category.'));
  }
}

/**
 * Serves GET /pets/{petId}, deprecated. The specification does not define the fields of a pet; this server sends an
 * id and a name.
 */
export function getPet({ route, parts }: Visit): Reply {
  const [petId = ''] = route.kind === 'operation' ? route.parameters : [];
  if (!/^[1-9][0-9]{0,18}$/.test(petId) || BigInt(petId) > INT64_MAX) {
    return errorReply(problem(404, 'pet_not_found', 'This pet does not exist.'), parts.errorJson, SUNSET);
  }
  return { status: 200, headers: SUNSET, json: { id: BigInt(petId), name: `Pet ${petId}` } };
}

/** Serves GET /store/orders. The specification does not define the fields of an order; this server has no orders. */
export function listOrders(): Reply {
  return { status: 200, headers: [], json: [] };
}

function unsupportedMedia({ headers }: Incoming): Problem | undefined {
  const [contentType = ''] = valuesOf(headers, 'Content-Type');
  if (!/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    return problem(415, 'media_type_unsupported', 'The request body must be application/json.');
  }
  const [coding = 'identity'] = valuesOf(headers, 'Content-Encoding');
  if (coding.toLowerCase() === 'identity') return undefined;
  return problem(415, 'coding_unsupported', 'The request body must not be encoded.');
}
