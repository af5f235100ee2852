import type { Change, Defect } from '../change.ts';
import { editList, editReplies } from '../edits.ts';
import { isObject, stringify } from '../json.ts';
import { problem } from '../problem.ts';
import type { Reply } from '../response.ts';

/** Handles creations by how many there were before: `count` is 1 for the first. */
const byCount =
  (edit: (reply: Reply, count: number) => Reply): Change =>
  (parts, tools) => {
    let count = 0;
    return editReplies('createCategory', (reply) => {
      if (reply.status !== 201) return reply;
      count += 1;
      return edit(reply, count);
    })(parts, tools);
  };

const described = ({ json }: Reply): boolean => isObject(json) && json['description'] !== undefined;

/** Right at first and wrong later, or vice versa: one response does not show it. */
export const firstAndLaterDefects: readonly Defect[] = [
  {
    id: 'created-first-200',
    title: 'The first creation is answered 200, all others 201',
    story: 'The first one makes the table, too, and goes another way through the code.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count === 1 ? { ...reply, status: 200 } : reply)),
  },
  {
    id: 'created-later-202',
    title: 'From the second on, a category with a description is answered 202',
    story:
      'As soon as there is an index to search, descriptions are queued for it, and the queue names the status.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count > 1 && described(reply) ? { ...reply, status: 202 } : reply)),
  },
  {
    id: 'list-wrapped-from-the-fourth-on',
    title: 'The list stands inside an object as soon as it holds four',
    story: 'Paging sets in where the list is long enough, and with it another shape.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length < 4 ? items : { items, next: null })),
  },
  {
    id: 'list-fails-on-emoji',
    title: 'The list is answered 500 once a name holds an emoji',
    story: 'Storing copes with four bytes for a character, the export for the list does not.',
    requirements: ['list.ok'],
    change: editReplies('listCategories', (reply, { parts }) =>
      /[\u{10000}-\u{10ffff}]/u.test(stringify(reply.json ?? null))
        ? {
            status: 500,
            headers: reply.headers,
            json: parts.errorJson(problem(500, 'internal_error', 'The server has failed.')),
          }
        : reply,
    ),
  },
];
