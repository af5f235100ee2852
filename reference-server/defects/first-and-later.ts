import type { Change, Defect } from '../changes/change.ts';
import { editList, editReplies, isObject } from '../changes/edits.ts';
import { stringify } from '../json.ts';
import { problem } from '../problem.ts';
import type { Reply } from '../response.ts';

/** Handles each creation depending on its number: `count` is 1 for the first. */
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

/**
 * Servers that are right at first and wrong later, or the other way around, so a single response does not show the fault.
 */
export const firstAndLaterDefects: readonly Defect[] = [
  {
    id: 'created-first-200',
    title: 'Returns 200 for the first creation and 201 for the others',
    story: 'The first creation also creates the table, so it takes another path through the code.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count === 1 ? { ...reply, status: 200 } : reply)),
  },
  {
    id: 'created-later-202',
    title: 'Returns 202 for a category with a description, except for the first creation',
    story: 'Once a search index exists, descriptions are queued for it, and the queue sets the status.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count > 1 && described(reply) ? { ...reply, status: 202 } : reply)),
  },
  {
    id: 'created-200-from-the-fourth-on',
    title: 'Returns 201 for the first three creations and 200 for later ones',
    story: 'Once the table has reached its final size, the code for updates writes new categories.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count > 3 ? { ...reply, status: 200 } : reply)),
  },
  {
    id: 'created-wrapped-from-the-fourth-on',
    title: 'From the fourth creation on, sends a 201 whose category is wrapped in data',
    story: 'The response cache warms up after three responses and adds an envelope.',
    requirements: ['create.created'],
    change: byCount((reply, count) => (count > 3 ? { ...reply, json: { data: reply.json ?? null } } : reply)),
  },
  {
    id: 'created-undescribed-200',
    title: 'Returns 200 for a category without a description',
    story: 'A record without text is saved as a draft, by a separate handler.',
    requirements: ['create.created'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && !described(reply) ? { ...reply, status: 200 } : reply,
    ),
  },
  {
    id: 'list-wrapped-from-the-fourth-on',
    title: 'Wraps the list in an object once it holds four categories',
    story: 'Paging starts when the list is long enough, and uses another format.',
    requirements: ['list.ok'],
    change: editList((items) => (items.length < 4 ? items : { items, next: null })),
  },
  {
    id: 'list-fails-on-emoji',
    title: 'Returns 500 for the list once a name holds an emoji',
    story: 'Storage handles four-byte characters, but the list serializer does not.',
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
