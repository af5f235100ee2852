import type { Change, Defect } from '../changes/change.ts';
import {
  editOperation,
  editResponses,
  hasNoAuthorization,
  isOperation,
  responsesOf,
} from '../changes/edits.ts';
import { withHeader } from '../changes/headers.ts';
import { errorReply, problem } from '../problem.ts';
import { type HeaderLine, type HttpResponse, valuesOf } from '../response.ts';

const listed = responsesOf('listCategories', 200);

const keptMs = 30_000;

/** Repeats each sender's last list, including headers, for half a minute. */
const listKept: Change = (parts, { now }) => {
  const kept = new Map<string, { readonly response: HttpResponse; readonly at: number }>();
  return {
    finish: async (fresh, visit) => {
      const response = await parts.finish(fresh, visit);
      if (!listed(response, visit)) return response;
      const sender = valuesOf(visit.incoming.headers, 'Authorization').join();
      const { response: last, at } = kept.get(sender) ?? { response, at: now() };
      if (now() - at >= keptMs || last === response) {
        kept.set(sender, { response, at: now() });
        return response;
      }
      return withHeader(last, 'Age', String(Math.floor((now() - at) / 1_000)));
    },
  };
};

/** Sends a cached 401 once to the next caller that requests the list. */
const refusalCached: Change = (parts) => {
  let refused: HttpResponse | undefined;
  return {
    finish: async (fresh, visit) => {
      const response = await parts.finish(fresh, visit);
      if (!isOperation(visit.route, 'listCategories')) return response;
      if (response.status === 401 && hasNoAuthorization(visit.incoming)) refused = response;
      if (response.status !== 200 || refused === undefined) return response;
      const kept = refused;
      refused = undefined;
      return kept;
    },
  };
};

/** Forwards every third creation twice; the caller gets the second response. */
const sentTwice: Change = (parts, tools) => {
  let creations = 0;
  return editOperation('createCategory', async (visit, serve) => {
    creations += 1;
    if (creations % 3 === 0) await serve(visit);
    return serve(visit);
  })(parts, tools);
};

/** Refuses all non-ASCII letters, and repeats the refusal for every valid creation during the next half second. */
const refusedTextKept: Change = (parts, tools) => {
  let keptAt = Number.NEGATIVE_INFINITY;
  return editOperation('createCategory', async (visit, serve) => {
    const body = await visit.incoming.body();
    const reading = body.kind === 'bytes' ? visit.parts.readNewCategory(body.bytes) : undefined;
    if (reading?.kind !== 'category') return serve(visit);
    const isKept = tools.now() - keptAt < 500;
    const { name, description = '' } = reading.category;
    if (!isKept && /^[ -~]*$/.test(name + description)) return serve(visit);
    if (!isKept) keptAt = tools.now();
    const age: HeaderLine[] = isKept ? [['Age', '0']] : [];
    return errorReply(problem(400, 'letters', 'Use ASCII letters.'), visit.parts.errorJson, age);
  })(parts, tools);
};

/** Allows 200 requests a minute, marks each response as fresh with an Age of 0, and adds its own Retry-After to a 429. */
const limitedTwice: Change = (parts, tools) => ({
  ...editResponses(
    () => true,
    (response) => {
      const aged = withHeader(response, 'Age', '0');
      const [seconds] = valuesOf(response.headers, 'Retry-After');
      return seconds === undefined ? aged : withHeader(aged, 'Retry-After', String(Number(seconds) + 1));
    },
  )(parts, tools),
  bucket: (incoming, identity, route) => {
    const bucket = parts.bucket(incoming, identity, route);
    return { ...bucket, limits: { ...bucket.limits, minute: 200 } };
  },
});

const bufferBytes = 512;

/** Faults of gateways and caches in front of the server. */
export const gatewayDefects: readonly Defect[] = [
  {
    id: 'refusal-cached',
    title: 'Returns 401 for a list request with the key right after a list request without it',
    story: 'A cache keeps errors for a moment and leaves Authorization out of its cache key.',
    requirements: ['auth.key-accepted'],
    change: refusalCached,
  },
  {
    id: 'list-cached-at-the-edge',
    title: 'Serves lists up to half a minute old, with their old headers',
    story: 'The edge caches the most expensive responses, headers included.',
    requirements: ['list.complete'],
    change: listKept,
  },
  {
    id: 'refused-text-cached',
    title:
      'Repeats the refusal of a non-ASCII letter for all creations in the next half second, and adds Age',
    story:
      'A cache keeps errors for a moment, even those for a POST, and leaves the body out of its cache key.',
    requirements: ['create.created'],
    change: refusedTextKept,
  },
  {
    id: 'creation-sent-twice',
    title: 'Creates every third category twice',
    story: 'The gateway retries slow requests, creations included.',
    requirements: ['list.complete'],
    change: sentTwice,
  },
  {
    id: 'limited-at-two-gateways',
    title: 'Sends two different Retry-After headers with a 429, and an Age of 0 with each response',
    story:
      'The gateway adds its own headers to those of the limiter behind it, and sends Age even if nothing was cached.',
    requirements: ['limit.retry-after-value'],
    change: limitedTwice,
  },
  {
    id: 'list-cut-at-buffer',
    title: 'Cuts lists after 512 bytes',
    story: 'The proxy has a buffer of that size, and the disk for the rest is full.',
    requirements: ['list.ok'],
    change: editResponses(listed, (response) => ({
      ...response,
      body: response.body.subarray(0, bufferBytes),
    })),
  },
  {
    id: 'list-type-twice',
    title: 'Sends two Content-Type headers with the list',
    story: 'The gateway adds its default if a type is missing from its own table.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) =>
      withHeader(response, 'Content-Type', 'application/octet-stream'),
    ),
  },
  {
    id: 'list-in-utf-16',
    title: 'Sends the list in UTF-16',
    story: 'The platform calls that encoding Unicode, so someone chose it.',
    requirements: ['list.ok'],
    change: editResponses(listed, (response) => ({
      ...response,
      body: Buffer.from(`\ufeff${Buffer.from(response.body).toString('utf8')}`, 'utf16le'),
    })),
  },
];
