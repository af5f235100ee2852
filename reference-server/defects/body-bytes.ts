import { gzipSync } from 'node:zlib';
import type { Change, Defect } from '../change.ts';
import { editList, editReplies, editResponses, responsesOf, withStatus } from '../edits.ts';
import { isObject } from '../json.ts';
import type { HttpResponse } from '../response.ts';

const withBody = (response: HttpResponse, body: Uint8Array): HttpResponse => ({ ...response, body });

const editBodies = (
  when: Parameters<typeof editResponses>[0],
  edit: (body: Uint8Array) => Uint8Array,
): Change => editResponses(when, (response) => withBody(response, edit(response.body)));

const listed = responsesOf('listCategories', 200);

/** Right responses damaged on their way into bytes. */
export const bodyByteDefects: readonly Defect[] = [
  {
    id: 'length-in-characters',
    title: 'Bodies are as many bytes long as they have characters',
    story: 'Content-Length is the length of the text, and what is beyond it never leaves.',
    requirements: ['create.text', 'list.ok'],
    change: editBodies(
      () => true,
      (body) => body.subarray(0, Buffer.from(body).toString('utf8').length),
    ),
  },
  {
    id: 'list-gzipped-unsaid',
    title: 'Lists of some length are compressed and do not say so',
    story: 'The cache keeps the compressed body, and not the header that went with it.',
    requirements: ['list.ok'],
    change: editBodies(
      (response, visit) => listed(response, visit) && response.body.length > 300,
      (body) => gzipSync(body),
    ),
  },
  {
    id: 'list-guarded',
    title: 'The list begins with a line that keeps scripts from reading it',
    story: 'The framework guards every array that way, for browsers of long ago.',
    requirements: ['list.ok'],
    change: editBodies(listed, (body) => Buffer.concat([Buffer.from(")]}',\n"), body])),
  },
  {
    id: 'list-keyed',
    title: 'As soon as the list holds four, it is an object with numbers for keys',
    story: 'An element was filtered out of the array, and what has a gap is written as a map.',
    requirements: ['list.ok'],
    change: editList((items) =>
      items.length < 4
        ? items
        : Object.fromEntries(items.map((item, index) => [index, item] as const).filter(([at]) => at !== 1)),
    ),
  },
  {
    id: 'error-latin-1',
    title: '401 is written in Latin-1',
    story: 'The page that refuses is older than the service and has an accent in it.',
    requirements: ['errors.shape'],
    change: editBodies(withStatus(401), () =>
      Buffer.from('{"code":"key_refused","message":"Clé refusée","status":401}', 'latin1'),
    ),
  },
  {
    id: 'created-undescribed-empty',
    title: 'The 201 to a category without description has no body',
    story: 'The row is read back through a join that finds nothing where there is no description.',
    requirements: ['create.description-optional'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) && reply.json['description'] === undefined
        ? { status: 201, headers: reply.headers }
        : reply,
    ),
  },
];
