import { gzipSync } from 'node:zlib';
import type { Change, Defect } from '../changes/change.ts';
import { editList, editReplies, editResponses, isObject, responsesOf, withStatus } from '../changes/edits.ts';
import type { HttpResponse } from '../response.ts';

const withBody = (response: HttpResponse, body: Uint8Array): HttpResponse => ({ ...response, body });

const editBodies = (
  when: Parameters<typeof editResponses>[0],
  edit: (body: Uint8Array) => Uint8Array,
): Change => editResponses(when, (response) => withBody(response, edit(response.body)));

const listed = responsesOf('listCategories', 200);

/** Servers that damage a correct response while they serialize it. */
export const bodyByteDefects: readonly Defect[] = [
  {
    id: 'length-in-characters',
    title: 'Cuts bodies to as many bytes as they have characters',
    story: 'Content-Length is the length of the string, and the bytes beyond it are never sent.',
    requirements: ['create.created', 'list.ok'],
    change: editBodies(
      () => true,
      (body) => body.subarray(0, Buffer.from(body).toString('utf8').length),
    ),
  },
  {
    id: 'list-gzipped-unsaid',
    title: 'Compresses longer lists without saying so',
    story: 'The cache keeps the compressed body but not its Content-Encoding.',
    requirements: ['list.ok'],
    change: editBodies(
      (response, visit) => listed(response, visit) && response.body.length > 300,
      (body) => gzipSync(body),
    ),
  },
  {
    id: 'list-guarded',
    title: 'Starts the list with a line that prevents script inclusion',
    story: 'The framework guards every array against an attack on old browsers.',
    requirements: ['list.ok'],
    change: editBodies(listed, (body) => Buffer.concat([Buffer.from(")]}',\n"), body])),
  },
  {
    id: 'list-keyed',
    title: 'Sends the list as an object with numeric keys once it holds four categories',
    story: 'An element was filtered out of the array, and an array with a gap is serialized as a map.',
    requirements: ['list.ok'],
    change: editList((items) =>
      items.length < 4
        ? items
        : Object.fromEntries(items.map((item, index) => [index, item] as const).filter(([at]) => at !== 1)),
    ),
  },
  {
    id: 'error-latin-1',
    title: 'Sends the 401 in Latin-1',
    story: 'The refusal page is older than the service and contains an accent.',
    requirements: ['errors.shape'],
    change: editBodies(withStatus(401), () =>
      Buffer.from('{"code":"key_refused","message":"Clé refusée","status":401}', 'latin1'),
    ),
  },
  {
    id: 'created-undescribed-empty',
    title: 'Sends a 201 without a body for a category without a description',
    story: 'The row is read back through an inner join on descriptions and is not found.',
    requirements: ['create.created'],
    change: editReplies('createCategory', (reply) =>
      reply.status === 201 && isObject(reply.json) && reply.json['description'] === undefined
        ? { status: 201, headers: reply.headers }
        : reply,
    ),
  },
];
