import type { Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editEvery, editResponses, responsesOf, withStatus } from '../changes/edits.ts';
import { withoutHeader } from '../changes/headers.ts';
import { stringify, written } from '../json.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import type { HttpResponse } from '../response.ts';

const always = (): boolean => true;

const failed = (response: HttpResponse, { parts }: Visit): HttpResponse => ({
  ...response,
  status: 500,
  body: parts.encode(parts.errorJson(problem(500, 'internal_error', 'The server has failed.'))),
});

export const httpDefects: readonly Defect[] = [
  {
    id: 'date-missing',
    title: 'Sends responses without Date',
    story: 'A benchmark option was left on.',
    requirements: ['http.date'],
    change: editResponses(always, (response) => withoutHeader(response, 'Date')),
  },
  {
    id: 'date-missing-on-401',
    title: 'Sends a 401 without Date',
    story: 'The guard runs before the code that writes the general headers.',
    requirements: ['http.date'],
    change: editResponses(withStatus(401), (response) => withoutHeader(response, 'Date')),
  },
  {
    id: 'byte-order-mark',
    title: 'Starts the list with a byte order mark',
    story: "The platform's default UTF-8 writes one.",
    requirements: ['http.json-clean'],
    change: editResponses(responsesOf('listCategories', 200), (response) => ({
      ...response,
      body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), response.body]),
    })),
  },
  {
    id: 'names-twice',
    title: 'Sends listed categories with the id twice',
    story: 'A field of the base class and one of the subclass are both written.',
    requirements: ['http.json-clean'],
    change: (parts) => ({
      categoryJson: (category, place) => {
        const json = parts.categoryJson(category, place);
        return place === 'list' ? written(`{"id":${category.id},${stringify(json).slice(1)}`) : json;
      },
    }),
  },
  {
    id: 'text-plain-500',
    title: 'Returns 500 for a POST with a media type other than JSON',
    story:
      'Express 5 leaves req.body undefined if no parser reads the media type, and the handler reads its fields.',
    requirements: ['http.server-errors'],
    change: editResponses(responsesOf('createCategory', 415), failed),
  },
  {
    id: 'unknown-path-500',
    title: 'Returns 500 for unknown paths',
    story: 'The error handler does not know the exception that the router throws.',
    requirements: ['http.server-errors'],
    change: editResponses(({ status }, { route }) => route.kind === 'unknown' && status === 404, failed),
  },
  {
    id: 'orders-500',
    title: 'Returns 500 for GET /store/orders',
    story: 'The table of orders was renamed, and nothing tests the operation.',
    requirements: ['http.server-errors'],
    change: editResponses(responsesOf('listOrders', 200), failed),
  },
  {
    id: 'error-in-passing',
    title: 'Returns 500 to every nineteenth request',
    story: 'Another process locks the database for a moment, and nothing waits for the lock.',
    requirements: ['http.passing-failures'],
    change: editEvery(19, always, (response) => ({ ...response, status: 500 })),
  },
  {
    id: 'cut-in-passing',
    title: 'Closes the connection instead of sending every seventeenth response',
    story: 'A worker ends after a number of requests, and drops the request that it is serving.',
    requirements: ['http.passing-failures'],
    change: editEvery(17, always, (response) => withDelivery(response, { cut: 'before-response' })),
  },
];
