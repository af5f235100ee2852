import type { Change, Defect } from '../change.ts';
import { editOperation, editResponses, hasNoAuthorization, names, responsesOf } from '../edits.ts';
import { type HttpResponse, valuesOf, withHeader } from '../response.ts';

const listed = responsesOf('listCategories', 200);

const keptMs = 30_000;

/** Sends each sender its last list again, headers included, for half a minute. */
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

/** Sends a cached 401 to whoever requests the list next, once each time. */
const refusalCached: Change = (parts) => {
  let refused: HttpResponse | undefined;
  return {
    finish: async (fresh, visit) => {
      const response = await parts.finish(fresh, visit);
      if (!names(visit.route, 'listCategories')) return response;
      if (response.status === 401 && hasNoAuthorization(visit.incoming)) refused = response;
      if (response.status !== 200 || refused === undefined) return response;
      const kept = refused;
      refused = undefined;
      return kept;
    },
  };
};

/** Sends every third creation to the service twice; the caller sees the second response. */
const sentTwice: Change = (parts, tools) => {
  let creations = 0;
  return editOperation('createCategory', async (visit, serve) => {
    creations += 1;
    if (creations % 3 === 0) await serve(visit);
    return serve(visit);
  })(parts, tools);
};

const bufferBytes = 512;

/** Mistakes of what is in front of the service. */
export const gatewayDefects: readonly Defect[] = [
  {
    id: 'refusal-cached',
    title: 'After a 401 to a request without a key the next list with one is answered 401, too',
    story: 'A cache keeps errors for a moment to spare the service, and leaves Authorization out of its key.',
    requirements: ['auth.key-accepted'],
    change: refusalCached,
  },
  {
    id: 'list-cached-at-the-edge',
    title: 'Lists are half a minute old, and their headers with them',
    story: 'The edge was told to keep what costs the database most, and keeps whole answers.',
    requirements: ['list.complete'],
    change: listKept,
  },
  {
    id: 'creation-sent-twice',
    title: 'Every third category is created twice',
    story: 'The gateway tries again where an answer takes long, creations included.',
    requirements: ['list.complete'],
    change: sentTwice,
  },
  {
    id: 'list-cut-at-buffer',
    title: 'Lists end after 512 bytes',
    story: 'The buffer of the proxy is that long, and what does not fit was to be written to a full disk.',
    requirements: ['list.ok'],
    change: editResponses(listed, (response) => ({
      ...response,
      body: response.body.subarray(0, bufferBytes),
    })),
  },
  {
    id: 'list-type-twice',
    title: 'The list has two Content-Types',
    story: 'The gateway adds its default to what it does not find in its own table.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) =>
      withHeader(response, 'Content-Type', 'application/octet-stream'),
    ),
  },
  {
    id: 'list-in-utf-16',
    title: 'The list is written in UTF-16',
    story: 'The platform calls that encoding Unicode, and so it was chosen.',
    requirements: ['list.ok'],
    change: editResponses(listed, (response) => ({
      ...response,
      body: Buffer.from(`\ufeff${Buffer.from(response.body).toString('utf8')}`, 'utf16le'),
    })),
  },
];
