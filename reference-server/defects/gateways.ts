import { type Answer, valuesOf, withHeader } from '../answer.ts';
import type { Change, Defect } from '../change.ts';
import { answersOf, editAnswers, editOperation, hasNoAuthorization, names } from '../edits.ts';

const listed = answersOf('listCategories', 200);

const keptMs = 30_000;

/** Sends each sender its last list again, headers included, for half a minute. */
const listKept: Change = (parts, { now }) => {
  const kept = new Map<string, { readonly answer: Answer; readonly at: number }>();
  return {
    finish: async (fresh, visit) => {
      const answer = await parts.finish(fresh, visit);
      if (!listed(answer, visit)) return answer;
      const sender = valuesOf(visit.incoming.headers, 'Authorization').join();
      const { answer: last, at } = kept.get(sender) ?? { answer, at: now() };
      if (now() - at >= keptMs || last === answer) {
        kept.set(sender, { answer, at: now() });
        return answer;
      }
      return withHeader(last, 'Age', String(Math.floor((now() - at) / 1_000)));
    },
  };
};

/** Sends a cached 401 to whoever requests the list next, once each time. */
const refusalCached: Change = (parts) => {
  let refused: Answer | undefined;
  return {
    finish: async (fresh, visit) => {
      const answer = await parts.finish(fresh, visit);
      if (!names(visit.route, 'listCategories')) return answer;
      if (answer.status === 401 && hasNoAuthorization(visit.incoming)) refused = answer;
      if (answer.status !== 200 || refused === undefined) return answer;
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
    change: editAnswers(listed, (answer) => ({ ...answer, body: answer.body.subarray(0, bufferBytes) })),
  },
  {
    id: 'list-type-twice',
    title: 'The list has two Content-Types',
    story: 'The gateway adds its default to what it does not find in its own table.',
    requirements: ['list.media-type'],
    change: editAnswers(listed, (answer) => withHeader(answer, 'Content-Type', 'application/octet-stream')),
  },
  {
    id: 'list-in-utf-16',
    title: 'The list is written in UTF-16',
    story: 'The platform calls that encoding Unicode, and so it was chosen.',
    requirements: ['list.ok'],
    change: editAnswers(listed, (answer) => ({
      ...answer,
      body: Buffer.from(`\ufeff${Buffer.from(answer.body).toString('utf8')}`, 'utf16le'),
    })),
  },
];
