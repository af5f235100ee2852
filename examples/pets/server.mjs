// The invented pet operations of this example: POST /pets, GET /pets?status=, GET /pets/{petId} and DELETE /pets/{petId}.
// `node server.mjs` starts a conforming server on port 8080, and `node server.mjs DEFECT` one with a defect from this file.

const statuses = ['available', 'pending', 'sold'];

/** The broken servers by name, each with the requirement that a run must report. */
export const defects = {
  'status-unknown': 'pets.invalid-status',
  'category-as-text': 'pets.invalid-category',
  'name-missing': 'pets.invalid-name',
  'category-rounded': 'pets.created',
  'error-as-text': 'pets.errors.shape',
  'open-to-all': 'pets.auth.key-missing',
  'not-deleted': 'pets.deleted',
  'not-limited': 'pets.limit.enforced',
};

/** Parses JSON, with integers as bigint. */
function parse(text) {
  JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
  const marked = text.replace(tokens, (token) => (/^-?\d+$/.test(token) ? `"\\u0000${token}"` : token));
  const isMarked = (value) => typeof value === 'string' && value.startsWith('\0');
  return JSON.parse(marked, (_, value) => (isMarked(value) ? BigInt(value.slice(1)) : value));
}

/** Returns a change that makes the reference server serve pets, with the given defect, if any. */
export const pets = (defect) => (parts) => {
  const stored = new Map();
  let newest = 0n;
  const has = (name) => name === defect;
  const error = (status, code, message) => ({ status, headers: [], json: { code, message, status } });
  const notFound = () =>
    has('error-as-text')
      ? { status: 404, headers: [], json: 'There is no such pet.' }
      : error(404, 'pet_not_found', 'This pet does not exist.');

  /** Returns what is wrong with a NewPet, or undefined. */
  const problemOf = (pet) => {
    if (typeof pet !== 'object' || pet === null || Array.isArray(pet)) return 'The body must be an object.';
    const { name, categoryId, status, tags } = pet;
    if (typeof name !== 'string' && !(has('name-missing') && name === undefined))
      return 'name must be a string.';
    const isDigits = has('category-as-text') && /^\d{1,18}$/.test(categoryId);
    if (!isDigits && (typeof categoryId !== 'bigint' || BigInt.asIntN(64, categoryId) !== categoryId))
      return 'categoryId must be a 64-bit integer.';
    const isAnyText = has('status-unknown') && typeof status === 'string';
    if ('status' in pet && !isAnyText && !statuses.includes(status)) return 'status is unknown.';
    if ('tags' in pet && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')))
      return 'tags must be strings.';
    return undefined;
  };

  const create = async ({ incoming }) => {
    const body = await incoming.body();
    let pet;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body.bytes);
      pet = parse(text);
    } catch {
      return error(400, 'body_not_json', 'The body is not JSON.');
    }
    const problem = problemOf(pet);
    if (problem !== undefined) return error(400, 'pet_invalid', problem);
    const categoryId = has('category-rounded') ? BigInt(Number(pet.categoryId)) : pet.categoryId;
    const { name, status = 'available', tags = [] } = pet;
    const created = { id: ++newest, name, categoryId, status, tags };
    stored.set(String(created.id), created);
    return { status: 201, headers: [], json: created };
  };

  const handle = async (visit) => {
    const { method, path, query } = visit.incoming;
    const id = path[2];
    if (id === undefined && method === 'POST') return create(visit);
    if (id === undefined) {
      const wanted = new URLSearchParams(query).get('status') ?? 'available';
      return {
        status: 200,
        headers: [],
        json: [...stored.values()].filter(({ status }) => status === wanted),
      };
    }
    const pet = stored.get(id);
    if (pet === undefined) return notFound();
    if (method === 'GET') return { status: 200, headers: [], json: pet };
    if (!has('not-deleted')) stored.delete(id);
    return { status: 204, headers: [] };
  };

  const methodsOf = (path) => (path.length === 2 ? ['GET', 'POST'] : ['GET', 'DELETE']);
  const isOfPets = ({ path }) => path?.[1] === 'pets' && path.length <= 3;
  return {
    route: (method, path, basePath) =>
      isOfPets({ path }) && methodsOf(path).includes(method)
        ? { kind: 'operation', operation: 'getPet', parameters: [] }
        : parts.route(method, path, basePath),
    identify: (incoming, authentication, route) => {
      const identity = parts.identify(incoming, authentication, route);
      return has('open-to-all') && isOfPets(incoming) && identity.kind === 'nobody'
        ? { kind: 'guest' }
        : identity;
    },
    limiter: {
      ...parts.limiter,
      take: (bucket, at) => {
        const usage = parts.limiter.take(bucket, at);
        return bucket.isFree ? { ...usage, allowed: true } : usage;
      },
    },
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      return has('not-limited') && isOfPets(incoming) ? { ...bucket, isFree: true } : bucket;
    },
    operations: { ...parts.operations, getPet: handle },
  };
};

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const { startReferenceServer } = await import('petstore-conformance/reference-server');
  const keys = [{ key: 'local-petstore-key', plan: 'free' }];
  const { url } = await startReferenceServer({ port: 8080, keys, change: pets(process.argv[2]) });
  console.log(`Serving pets at ${url}`);
}
